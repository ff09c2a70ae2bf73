import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Returns a request of node:http as a web request. `origin` is the gateway's own origin. */
export function toWebRequest(
  { method = "GET", url = "/", headers }: IncomingMessage,
  {
    origin,
    body,
    signal,
  }: { readonly origin: string; readonly body: BodyInit | undefined; readonly signal: AbortSignal },
): Request {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, [value].flat().join(", ")]);
  // The option `duplex`, which a streamed body requires, is missing in TypeScript's types.
  const init = { method, headers: entries, signal, body, duplex: "half" };
  return new Request(new URL(url, origin), init as RequestInit);
}

/** Smaller bodies are sent whole and not compressed. */
const MIN_GZIP_BYTES = 1_024;

/**
 * Sends a web response, compressed if the client accepts gzip. Calls `read` to read each part of the body, and waits
 * for the client outside of `read`. Rejects if the client leaves.
 */
export async function sendWebResponse(
  request: IncomingMessage,
  response: ServerResponse,
  web: Response,
  read: <T>(next: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const isHead = request.method === "HEAD";
  if (isHead) await web.body?.cancel();
  const parts = partsOf(isHead ? null : web.body, read);
  const isCompressible = !/no-transform/.test(web.headers.get("cache-control") ?? "");
  const start: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (isCompressible && size < MIN_GZIP_BYTES && !isWhole) {
    const { done = false, value } = await parts.next();
    isWhole = done;
    if (value === undefined) continue;
    size += value.byteLength;
    start.push(value);
  }
  // A malformed rest of the request's body has been refused.
  if (response.headersSent) return void (await parts.return(undefined));

  response.statusCode = web.status;
  for (const [name, value] of web.headers) {
    if (name === "set-cookie") response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (isWhole) return void response.end(Buffer.concat(start));
  if (!isCompressible) return pipeline(parts, response);
  async function* all() {
    yield* start;
    yield* parts;
  }
  response.setHeader("Vary", "Accept-Encoding");
  if (!/\bgzip\b/i.test(String(request.headers["accept-encoding"] ?? ""))) return pipeline(all, response);
  response.setHeader("Content-Encoding", "gzip");
  return pipeline(all, createGzip(), response);
}

async function* partsOf(
  body: ReadableStream<Uint8Array> | null,
  read: <T>(next: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await read(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
