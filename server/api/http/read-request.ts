import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { parseBody } from "#lib/contract/parse-body.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { GatewayError, isGatewayError } from "#server/errors.ts";
import { requireShape } from "#server/services/predict/require-valid.ts";

/** An incoming body with the headers that describe it. */
export interface IncomingBody {
  readonly contentLength: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Steps 4 to 6 of the order of checks: size, JSON, shape. */
export async function readRequest(body: IncomingBody): Promise<OrderedRequest> {
  const bytes = await readBytes(body);
  if (!/^(identity)?$/i.test(body.contentEncoding?.trim() ?? "")) {
    throw new GatewayError("INVALID_JSON", {
      message: "The body must not be compressed: send it without Content-Encoding.",
    });
  }
  return requireShape(parseBody(bytes));
}

/** Refuses a body by its Content-Length without reading it; otherwise counts bytes while reading. */
async function readBytes({ contentLength, chunks }: IncomingBody): Promise<Uint8Array> {
  if (contentLength !== undefined && Number(contentLength) > MAX_BODY_BYTES)
    throw new GatewayError("REQUEST_TOO_LARGE");
  const read: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) throw new GatewayError("REQUEST_TOO_LARGE");
      read.push(chunk);
    }
  } catch (error) {
    if (isGatewayError(error)) throw error;
    // The sender is probably gone.
    throw new GatewayError("INVALID_JSON", { message: "The body ended before it was complete.", cause: error });
  }
  const [only] = read;
  return read.length === 1 && only !== undefined ? only : Buffer.concat(read);
}
