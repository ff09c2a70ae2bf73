import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { decodeBody } from "#lib/contract/parse-body.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { KnownRequests } from "#server/gateway/predict/known-requests.ts";
import { invalidJson, requireShape } from "#server/gateway/predict/require-valid.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

export interface IncomingBody {
  readonly contentLength: string | undefined;
  readonly contentEncoding: string | undefined;
  /** Reads the body. Rejects with REQUEST_TOO_LARGE if the body has more than `most` bytes. */
  read(most: number): Promise<Uint8Array>;
}

export async function readRequest(body: IncomingBody, known: KnownRequests): Promise<ValidRequest> {
  const bytes = await readBytes(body);
  if (!/^(identity)?$/i.test(body.contentEncoding?.trim() ?? "")) {
    throw new GatewayError("INVALID_JSON", { message: "The body is compressed." });
  }
  return known.find(bytes, () => {
    const text = decodeBody(bytes);
    if (typeof text !== "string") throw invalidJson(text.issue);
    return requireShape(text);
  });
}

/** Reads the body. Refuses a body with a too large Content-Length unread; otherwise counts the bytes on arrival. */
async function readBytes(body: IncomingBody): Promise<Uint8Array> {
  if (body.contentLength !== undefined && Number(body.contentLength) > MAX_BODY_BYTES)
    throw new GatewayError("REQUEST_TOO_LARGE");
  try {
    return await body.read(MAX_BODY_BYTES);
  } catch (error) {
    if (isGatewayError(error)) throw error;
    // The caller has probably disconnected.
    throw new GatewayError("INVALID_JSON", { message: "The body ended before it was complete.", cause: error });
  }
}
