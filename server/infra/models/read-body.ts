import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The limit after decompression: a distribution over 20 options needs a thousandth of it. */
const MAX_BYTES = 1_048_576;

/** Reads a plain or gzip body. Above 1 MiB after decompression it rejects and closes the connection. */
export function readBody(response: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const body = unpack(response);
    // By events: an iteration over a stream takes several times as long.
    body.on("data", (chunk: Uint8Array) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > MAX_BYTES) body.destroy(refusal("too large"));
    });
    body.once("end", () => resolve(Buffer.concat(chunks)));
    body.once("error", reject);
    body.once("close", () => reject(refusal("closed")));
  });
}

function unpack(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (/^identity$/i.test(encoding)) return response;
  // pipeline() forwards the error of either stream.
  if (/^(x-)?gzip$/i.test(encoding)) return pipeline(response, createGunzip(), () => {});
  throw refusal("unknown encoding");
}

function refusal(code: string): Error {
  return Object.assign(new Error(code), { code });
}
