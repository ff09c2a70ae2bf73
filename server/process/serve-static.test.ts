import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { listenOn } from "#test/listen.ts";
import { makeFolder } from "#test/run-process.ts";
import { compressStatic } from "../../scripts/compress-static.mjs";
import { openStaticFiles } from "./serve-static.ts";

const root = makeFolder();
const SCRIPT = "export const answer = 42;\n".repeat(100);
const server = createServer();

beforeAll(async () => {
  const folder = join(root, ".next", "static", "chunks");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.js"), SCRIPT);
  writeFileSync(join(folder, "inter.woff2"), "font");
  compressStatic(join(root, ".next", "static"));
  const serve = openStaticFiles(root);
  server.on("request", (message, response) => {
    if (!serve(message, response, message.url)) response.writeHead(200, { "X-Served-By": "Next" }).end();
  });
  await listenOn(server);
});

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const [response] = await once(request({ port, path, headers, method, host: "127.0.0.1" }).end(), "response");
  return {
    headers: response.headers,
    body: await buffer(response),
    isNext: response.headers["x-served-by"] === "Next",
  };
}

it("sends the Brotli version, which any cache may keep forever, to clients that accept it", async () => {
  for (const accepted of ["br", "gzip, deflate, br", "BR;q=0.5, gzip", "br;q=1.0"]) {
    const { headers, body } = await ask("/_next/static/chunks/a.js", { "accept-encoding": accepted });
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      "content-length": String(body.length),
    });
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
  }
  const head = await ask("/_next/static/chunks/a.js", { "accept-encoding": "br" }, "HEAD");
  expect(head.headers["content-encoding"]).toBe("br");
  expect(head.body).toHaveLength(0);
});

it("leaves all other requests to Next", async () => {
  const path = "/_next/static/chunks/a.js";
  for (const accepted of ["gzip", "br;q=0", "br;q=0.000, gzip", "identity", "brotli", "*"])
    expect((await ask(path, { "accept-encoding": accepted })).isNext, accepted).toBe(true);
  expect((await ask(path, { "accept-encoding": "br", range: "bytes=0-9" })).isNext).toBe(true);
  expect((await ask(path, { "accept-encoding": "br" }, "POST")).isNext).toBe(true);
  for (const other of ["/_next/static/chunks/inter.woff2", "/_next/static/chunks/../a.js", `${path}.br`, "/"])
    expect((await ask(other, { "accept-encoding": "br" })).isNext, other).toBe(true);
});
