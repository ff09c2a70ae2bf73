import { v7 as uuid } from "uuid";
import { bodyLimit, bodyTooLarge } from "#server/gateway/http/body-limit.ts";
import { drainBody } from "#server/gateway/http/drain-body.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";
import { toWebResponse } from "#server/gateway/http/web-transport.ts";

/**
 * Reads the whole body into memory. Refuses a body above the limit of its path: immediately if Content-Length exceeds
 * the limit, otherwise as soon as the received bytes do.
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
    // Cancelling the body would close the connection before the refusal is sent.
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.byteLength;
      if (size > limit) return bodyTooLarge(limit);
      chunks.push(chunk);
    }
  } catch {
    // The client has probably disconnected: not an error of the server.
    return refusal(400, uuid(), "The body ended before it was complete.");
  }
  return Buffer.concat(chunks);
}
