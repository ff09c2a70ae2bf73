import { v7 as uuid } from "uuid";
import { bodyLimit, bodyTooLarge } from "./body-limit.ts";
import { drainBody } from "./drain-body.ts";
import { type HttpResponse, refusal } from "./http-response.ts";
import { toWebResponse } from "./web-transport.ts";

/**
 * The request with its whole body in memory, for what would otherwise read a body of any size. A body above the limit of
 * its path is refused: unread where its Content-Length says so, otherwise as soon as too much has arrived.
 */
export async function readLimited(request: Request): Promise<Request | Response> {
  if (request.body === null) return request;
  const limit = bodyLimit(new URL(request.url).pathname);
  const read = await readAtMost(request.body, limit, request.headers.get("content-length"));
  if (!(read instanceof Uint8Array)) {
    void drainBody(request.body);
    return toWebResponse(read, request.method);
  }
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: read });
}

async function readAtMost(
  body: ReadableStream<Uint8Array>,
  limit: number,
  contentLength: string | null,
): Promise<Uint8Array<ArrayBuffer> | HttpResponse> {
  if (Number(contentLength) > limit) return bodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // To cancel the body would close the connection before the refusal is sent.
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.byteLength;
      if (size > limit) return bodyTooLarge(limit);
      chunks.push(chunk);
    }
  } catch {
    // Its sender is most likely gone, so this is no error of ours.
    return refusal(400, uuid(), "The body ended before it was complete.");
  }
  return Buffer.concat(chunks);
}
