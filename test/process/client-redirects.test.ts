import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { AUTHORITY_FILE, TRUSTED } from "#test/certificates.ts";
import { listen } from "#test/listen.ts";
import { scriptedClients } from "#test/scripted-clients.ts";
import { readExample } from "#test/start-gateway.ts";

/**
 * Scripts that call every method of a client for each base URL in BASES, and print one JSON object for each call. The
 * methods come from the class, so that a new method is tested too.
 */
const TYPESCRIPT = `
const { GatewayClient, GatewayError } = await import(${JSON.stringify(resolve("clients/typescript/index.ts"))});
const { BASES, REQUEST } = process.env;
const methods = Object.getOwnPropertyNames(GatewayClient.prototype).filter((name) => name !== "constructor");
const results = [];
for (const baseUrl of JSON.parse(BASES)) for (const method of methods) {
  const wait = async () => { throw new Error("it retried"); };
  const client = new GatewayClient({ baseUrl, apiKey: "the-key", wait });
  const given = method === "predict" ? JSON.parse(REQUEST) : "an-id";
  const message = await (method === "policy" ? client.policy() : client[method](given)).then(
    () => "no error",
    (error) => (error instanceof GatewayError ? "GatewayError" : error.message),
  );
  results.push({ baseUrl, method, message });
}
console.log(JSON.stringify(results));
`;
const PYTHON = `
import json, os, sys
sys.path.insert(0, "clients/python")
from gateway_client import GatewayClient, GatewayError
def wait(_):
    raise Exception("it retried")
results = []
for base_url in json.loads(os.environ["BASES"]):
    for method in [name for name in dir(GatewayClient) if not name.startswith("_")]:
        client = GatewayClient(base_url, "the-key", wait=wait)
        given = [] if method == "policy" else [json.loads(os.environ["REQUEST"]) if method == "predict" else "an-id"]
        try:
            getattr(client, method)(*given)
            message = "no error"
        except GatewayError:
            message = "GatewayError"
        except OSError as error:
            message = str(error)
        results.append({"baseUrl": base_url, "method": method, "message": message})
print(json.dumps(results))
`;

const CLIENTS = scriptedClients(TYPESCRIPT, PYTHON);

const STATUSES = [300, 301, 302, 303, 305, 307, 308];

/** Requests that arrived at the other host, or twice at a server that redirects. */
let followed: string[] = [];

const answer = (isOther: boolean) => (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  const [, status, target] = request.url?.split("/") ?? [];
  if (isOther || target === undefined) {
    followed.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    // Any JSON with status 200, which an older client returned as a forecast.
    response.writeHead(200, { "content-type": "application/json" }).end('{"status":"approved"}');
    return;
  }
  response.writeHead(Number(status), { location: decodeURIComponent(target) }).end('{"error":{"code":"X"}}');
};
const other = await listen(answer(true));
const servers = { http: await listen(answer(false)), https: await listen(answer(false), TRUSTED) };

/** The targets of a redirect, and the address that the error has to name. */
function targetsOf(own: string): readonly (readonly [location: string, named: string])[] {
  const localhost = other.origin.replace("127.0.0.1", "localhost");
  return [
    ["/elsewhere", own],
    [`${own}/elsewhere`, own],
    [`${other.origin}/v1/predict`, other.origin],
    [`${localhost}/v1/predict`, localhost],
    [`https://user:pass@other.example:8443/a?b=${"c".repeat(500)}`, "https://other.example:8443"],
    ["//other.example/a", `${own.split(":")[0]}://other.example`],
    ["http://[", ""],
    ["", own],
  ];
}

describe.each(CLIENTS)("the %s client", (_, start, skip) => {
  it.skipIf(skip).each(["http", "https"] as const)(
    "follows no redirect from %s, and names status and target",
    async (scheme) => {
      followed = [];
      const { origin } = servers[scheme];
      const cases = STATUSES.flatMap((status) =>
        targetsOf(origin).map(
          ([to, named]) => [`${origin}/${status}/${encodeURIComponent(to)}`, status, named] as const,
        ),
      );
      const bases = cases.map(([base]) => base);
      const caller = start({
        BASES: JSON.stringify(bases),
        REQUEST: JSON.stringify(readExample("binary")),
        NODE_EXTRA_CA_CERTS: AUTHORITY_FILE,
        SSL_CERT_FILE: AUTHORITY_FILE,
      });
      await caller.exit;
      const results: { baseUrl: string; method: string; message: string }[] = JSON.parse(caller.output());
      expect(followed).toEqual([]);
      expect(new Set(results.map(({ method }) => method)).size).toBeGreaterThanOrEqual(5);
      for (const { baseUrl, method, message } of results) {
        const [, status, named] = cases.find(([base]) => base === baseUrl) ?? [];
        const label = `${method} ${baseUrl}: ${message}`;
        expect(message, label).toContain(`status ${status}`);
        expect(message, label).toContain(named);
        expect(message, label).toMatch(/Set base_?url to/i);
        expect(message.length, label).toBeLessThan(250);
        expect(message, label).not.toContain("pass");
      }
    },
  );
});
