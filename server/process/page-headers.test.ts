import { createServer } from "node:http";
import { expect, it } from "vitest";
import { listenOn } from "#test/listen.ts";
import { setPageHeaders } from "./page-headers.ts";

async function headersWith(consoleUrl: string, development = false): Promise<Headers> {
  const server = createServer((request, response) => {
    setPageHeaders(request, response, { consoleUrl, development });
    // Echoes the request headers that Next would read.
    response.setHeader("seen-policy", request.headers["content-security-policy"] ?? "");
    response.setHeader("seen-nonce", request.headers["x-nonce"] ?? "");
    response.end();
  });
  const port = await listenOn(server);
  const sent = { "x-nonce": "chosen", "content-security-policy": "script-src 'nonce-chosen'" };
  return (await fetch(`http://127.0.0.1:${port}`, { headers: sent })).headers;
}

it("forbids frames, plugins, other bases, foreign form targets, content sniffing and cross-site referrers", async () => {
  const headers = await headersWith("http://localhost:3000");
  const policy = headers.get("content-security-policy");
  for (const directive of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'", "form-action 'self'"]) {
    expect(policy).toContain(directive);
  }
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
});

it("sends HSTS only if the console is reached over https", async () => {
  const of = async (url: string) => (await headersWith(url)).get("strict-transport-security");
  expect(await of("https://forecasts.example.org")).toMatch(/^max-age=\d{8}/);
  expect(await of("http://localhost:3000")).toBeNull();
});

it("allows only scripts with the nonce of the response", async () => {
  const [first, second] = [await headersWith("http://localhost:3000"), await headersWith("http://localhost:3000")];
  const scripts = /script-src 'self' 'nonce-([\w+/=]{24})' 'strict-dynamic';/;
  const nonces = [first, second].map((headers) => scripts.exec(headers.get("content-security-policy") ?? "")?.[1]);
  expect(nonces).toEqual([expect.any(String), expect.any(String)]);
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(first.get("seen-nonce")).toBe(nonces[0]);
  expect(first.get("seen-policy")).toBe(first.get("content-security-policy"));
  expect(first.get("content-security-policy")).not.toContain("unsafe-eval");
  expect((await headersWith("http://localhost:3000", true)).get("content-security-policy")).toContain("'unsafe-eval'");
});
