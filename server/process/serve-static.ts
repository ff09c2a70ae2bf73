import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** Matches an Accept-Encoding header that permits Brotli. */
const ACCEPTS_BROTLI = /(^|,)\s*br\s*(;\s*q=(0\.0*[1-9]|1)[\d.]*\s*)?(,|$)/i;

/**
 * Returns a function that answers requests for static files whose Brotli version was made at build time, and returns
 * whether it did. Next answers all others: it compresses with gzip only, and again for each request.
 */
export function openStaticFiles(root: string) {
  const folder = join(root, ".next", "static");
  const compressed = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".br"))
    : [];
  const files = new Map(
    compressed.map((name) => {
      const path = name.slice(0, -".br".length).split(sep).join("/");
      return [`/_next/static/${path}`, join(folder, name)];
    }),
  );

  return function serveStatic(request: IncomingMessage, response: ServerResponse, path: string | undefined): boolean {
    const { method, headers } = request;
    const file = files.get(path ?? "");
    if (file === undefined || (method !== "GET" && method !== "HEAD")) return false;
    // A range refers to the bytes of one encoding, and Next serves ranges of the uncompressed file.
    if (headers.range !== undefined || !ACCEPTS_BROTLI.test(String(headers["accept-encoding"] ?? ""))) return false;
    response.writeHead(200, {
      "Content-Type": TYPES[extname(path ?? "")] ?? "application/octet-stream",
      "Content-Length": statSync(file).size,
      "Content-Encoding": "br",
      Vary: "Accept-Encoding",
      // The name of a static file contains the digest of its content.
      "Cache-Control": "public, max-age=31536000, immutable",
    });
    if (method === "HEAD") response.end();
    // A reader that leaves early ends the stream with an error, and there is no one to answer.
    else pipeline(createReadStream(file), response, () => {});
    return true;
  };
}
