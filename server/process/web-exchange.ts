import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Work } from "#server/limits/work.ts";
import { originForm } from "./connections/request-path.ts";

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
  return new Request(new URL(originForm(url) ?? "/", origin), init as RequestInit);
}

/** Smaller bodies are sent whole and not compressed. */
const MIN_GZIP_BYTES = 1_024;

/**
 * Sends a web response, compressed if the client accepts gzip, as a part of `work`. Waits for the client, and for the
 * source of a response that must not be transformed, without the slot. Rejects if the client leaves.
 */
export async function sendWebResponse(
  request: IncomingMessage,
  response: ServerResponse,
  web: Response,
  work: Work,
): Promise<void> {
  const isHead = request.method === "HEAD";
  if (isHead) await web.body?.cancel();
  // A stream of progress waits for its source most of the time. Other bodies are computed while they are read.
  const isProgress = /no-transform/.test(web.headers.get("cache-control") ?? "");
  const parts = partsOf(isHead ? null : web.body, isProgress ? work.aside : (read) => read());
  const start: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (!isProgress && size < MIN_GZIP_BYTES && !isWhole) {
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
  const isCompressed = !isProgress && /\bgzip\b/i.test(String(request.headers["accept-encoding"] ?? ""));
  if (!isProgress) response.setHeader("Vary", "Accept-Encoding");
  if (isCompressed) response.setHeader("Content-Encoding", "gzip");
  response.flushHeaders();
  const gzip = isCompressed ? createGzip() : undefined;
  // The client has left if this fails, which aborts the work.
  if (gzip !== undefined) void pipeline(gzip, response).catch(() => {});
  const target = gzip ?? response;
  async function write(part: Uint8Array): Promise<void> {
    if (!target.write(part)) await work.aside(() => once(target, "drain", { signal: work.signal }));
  }
  for (const part of start) await write(part);
  for await (const part of parts) await write(part);
  target.end();
}

async function* partsOf(
  body: ReadableStream<Uint8Array> | null,
  wait: Work["aside"],
): AsyncGenerator<Uint8Array, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await wait(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
