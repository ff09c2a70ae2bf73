import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { openApiDocument } from "#lib/contract/open-api.ts";
import { errorBodySchema } from "#lib/contract/response.ts";
import { exchange, type RawAnswer } from "#test/raw-socket.ts";
import { expectCauseAndRemedy } from "#test/remedies.ts";
import { startSeeded } from "#test/start-seeded.ts";

const { server, api_key: key } = await startSeeded({ METRICS_TOKEN: "a-token-for-the-metrics-page" });

/** The addresses of route handlers, of the published description, of probes, of sign-in, and of some pages. */
const ADDRESSES = [
  ...new Set([
    ...readdirSync("app", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("route.ts") && !name.includes("[[..."))
      .map((name) => `/${name.replace("/route.ts", "")}`),
    ...Object.keys(openApiDocument("http://localhost").paths),
    ...["/metrics", "/health/live", "/health/ready"],
  ]),
]
  .map((path) => path.replace(/\[\.*\w+\]|\{\w+\}/, "x"))
  .concat("/api/auth/sign-in/email", "/api/auth/sign-out", "/api/auth/callback/oidc", "/icon.svg", "/docs", "/sign-in");

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

function send(method: string, path: string, ...headers: readonly string[]): Promise<RawAnswer> {
  return exchange(server.port, [`${method} ${path} HTTP/1.1`, "Host: x", "Content-Length: 0", ...headers]);
}

/** Asserts that an answer is an error of the API. A response to HEAD has no body. */
function expectError({ status, headers, body }: RawAnswer, expected: number, method: string): void {
  expect(status).toBe(expected);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  if (method === "HEAD") return;
  const { error, request_id } = errorBodySchema.parse(JSON.parse(body));
  expect(request_id).toBe(headers["x-request-id"]);
  expect(ERROR_CODES).toContain(error.code);
  expectCauseAndRemedy(error.message);
}

describe("every address", () => {
  it("is known to this test", () => {
    expect(ADDRESSES.length).toBeGreaterThanOrEqual(8);
  });

  it.each(ADDRESSES)("%s answers each method, or refuses it with 405, Allow and the body of the API", async (path) => {
    const refused: string[] = [];
    const allowed = new Set<string>();
    for (const method of METHODS) {
      const answer = await send(method, path);
      expect(answer.status, method).toBeLessThan(500);
      // The libraries for sign-in and procedures have errors of their own.
      if (answer.status >= 400 && !/^\/api\/(auth|trpc)\//.test(path))
        expect(answer.headers).toHaveProperty("x-request-id");
      if (answer.status !== 405) continue;
      expectError(answer, 405, method);
      refused.push(method);
      allowed.add(answer.headers.allow ?? "");
    }
    expect(allowed.size).toBe(1);
    const accepted = METHODS.filter((method) => !refused.includes(method));
    expect([...allowed].join().split(", ").sort()).toEqual(accepted.sort());
  });
});

/** Addresses that do not exist, in every folder and with any name. */
const UNKNOWN = [
  ...["/", "/v1/", "/health/", "/.well-known/", "/metrics/", "/receipts/x/", "/scores/x/", "/api/", "/api/export/"],
  ...["/review-status/x/", "/docs/", "/openapi.json/", "/llms.txt/", "/questions/x/", "/_not-found/"],
].map((folder) => `${folder}unknown`);
const FOLDERS = [
  "/health",
  "/.well-known",
  "/receipts",
  "/scores",
  "/review-status",
  "/api",
  "/v1",
  "/favicon.ico",
  "/_not-found",
  "/_next/data/x",
  "/_next/image?url=%2Ficon.svg&w=64&q=75",
];
const NAMES = fc.sample(fc.stringMatching(/^[a-z]{1,8}[a-z0-9._-]{0,8}$/), 20).map((name) => `/x-${name}`);

describe("an unknown address", () => {
  it.each([...UNKNOWN, ...FOLDERS, ...NAMES])(
    "%s is 404 in JSON, except for clients that ask for HTML",
    async (path) => {
      for (const accept of [[], ["Accept: */*"], ["Accept: application/json"], ["Accept: text/*;q=0.5, image/webp"]])
        for (const method of ["GET", "HEAD", "POST"])
          for (const authorization of [[], [`Authorization: Bearer ${key}`]])
            expectError(await send(method, path, ...accept, ...authorization), 404, method);
    },
  );

  it("is 404 as a page for a browser", async () => {
    const { status, headers } = await send("GET", "/unknown", "Accept: text/html,application/xhtml+xml,*/*;q=0.8");
    expect(status).toBe(404);
    expect(headers["content-type"]).toContain("text/html");
  });

  it("does not hide pages from clients that do not ask for HTML", async () => {
    for (const path of ["/docs", "/sign-in", "/verify"]) expect((await send("GET", path)).status).toBe(200);
  });
});
