import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listen } from "#test/listen.ts";
import { scriptedClients } from "#test/scripted-clients.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

/**
 * Scripts that use the clients. Both send the request in the environment variable REQUEST and print as JSON either the
 * probabilities or the error's code and status, and the retry delays in seconds.
 */
const TYPESCRIPT = `
const { GatewayClient, GatewayError } = await import(${JSON.stringify(resolve("clients/typescript/index.ts"))});
const waits = [];
const { BASE_URL, KEY, REQUEST } = process.env;
const client = new GatewayClient({ baseUrl: BASE_URL, apiKey: KEY, wait: async (ms) => { waits.push(ms / 1000); } });
const outcome = await client.predict(JSON.parse(REQUEST)).then(
  ({ result }) => ({ probabilities: result.probabilities }),
  (error) => ({ isGatewayError: error instanceof GatewayError, code: error.code ?? null, status: error.status ?? null }),
);
console.log(JSON.stringify({ ...outcome, waits }));
`;
const PYTHON = `
import json, os, sys
sys.path.insert(0, "clients/python")
from gateway_client import GatewayClient, GatewayError
waits = []
client = GatewayClient(os.environ["BASE_URL"], os.environ["KEY"], wait=waits.append)
try:
    outcome = {"probabilities": client.predict(json.loads(os.environ["REQUEST"]))["result"]["probabilities"]}
except Exception as error:
    outcome = {"isGatewayError": isinstance(error, GatewayError), "code": getattr(error, "code", None), "status": getattr(error, "status", None)}
print(json.dumps({**outcome, "waits": waits}))
`;

const CLIENTS = scriptedClients(TYPESCRIPT, PYTHON);

const example = readExample("binary");

describe.each(CLIENTS)("the %s client", (_, start, skip) => {
  describe.skipIf(skip)(skip ? "(skipped: python3 is not installed)" : "", () => {
    let gateway: TestGateway;
    /** Failures that the proxy simulates for the first attempts, in order. Forwards later attempts to the gateway. */
    let failures: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
    let keys: (string | undefined)[] = [];
    let paths: (string | undefined)[] = [];
    let proxy: Awaited<ReturnType<typeof listen>>;

    beforeAll(async () => {
      gateway = await startGateway();
      proxy = await listen(async (request, response) => {
        keys.push(request.headers["idempotency-key"]?.toString());
        paths.push(request.url);
        const chunks = await request.toArray();
        const fail = failures.shift();
        if (fail !== undefined) {
          fail(request, response);
          return;
        }
        const { authorization = "", "idempotency-key": key = "" } = request.headers;
        const headers = { authorization, "idempotency-key": String(key) };
        const answer = await fetch(gateway.url, { method: "POST", headers, body: Buffer.concat(chunks) });
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      });
    });
    beforeEach(() => {
      keys = [];
      paths = [];
    });
    afterEach(() => {
      failures = [];
    });

    async function call(request: object, key = gateway.key) {
      const caller = start({ BASE_URL: proxy.origin, KEY: key, REQUEST: JSON.stringify(request) });
      await caller.exit;
      return JSON.parse(caller.output());
    }

    it("returns the probabilities of the forecast", async () => {
      const { probabilities, waits } = await call(example);
      expect(Object.keys(probabilities).sort()).toEqual(Object.keys(example.task.criteria).sort());
      expect(waits).toEqual([]);
    });

    it("reports a refusal with its code, without a retry", async () => {
      expect(await call({})).toMatchObject({ isGatewayError: true, status: 422, waits: [] });
      const refused = { isGatewayError: true, code: "UNAUTHORIZED", status: 401, waits: [] };
      expect(await call(example, "wrong")).toEqual(refused);
    });

    it("retries transient errors with the same Idempotency-Key, after the delay in Retry-After", async () => {
      failures = [
        (request) => request.socket.destroy(),
        (request, response) => {
          response.writeHead(200, { "content-length": "100" }).write('{"result":');
          setImmediate(() => request.socket.destroy());
        },
        (_request, response) => response.writeHead(503, { "retry-after": "7" }).end("{}"),
      ];
      const { probabilities, waits } = await call(example);
      expect(probabilities).toBeDefined();
      expect(waits).toHaveLength(3);
      expect(waits[2]).toBeGreaterThanOrEqual(7);
      expect(waits[2]).toBeLessThan(11);
      expect(keys).toHaveLength(4);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
    });

    it("keeps the path of its base URL", async () => {
      const caller = start({
        BASE_URL: `${proxy.origin}/forecasts/`,
        KEY: gateway.key,
        REQUEST: JSON.stringify(example),
      });
      await caller.exit;
      expect(JSON.parse(caller.output()).probabilities).toBeDefined();
      expect(paths).toEqual(["/forecasts/v1/predict"]);
    });

    it("does not retry an error with Idempotency-Replayed, because the error is final for this key", async () => {
      failures = [(_request, response) => response.writeHead(503, { "idempotency-replayed": "true" }).end("{}")];
      const { waits } = await call(example);
      expect(waits).toEqual([]);
      expect(keys).toHaveLength(1);
    });

    it("does not retry an error whose Retry-After is more than a minute", async () => {
      failures = [(_request, response) => response.writeHead(429, { "retry-after": "61" }).end("{}")];
      const { waits } = await call(example);
      expect(waits).toEqual([]);
      expect(keys).toHaveLength(1);
    });

    it("gives up after three retries", async () => {
      failures = Array.from({ length: 4 }, () => (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(502).end("<html>");
      });
      expect(await call(example)).toMatchObject({ isGatewayError: false, code: null });
      expect(keys).toHaveLength(4);
    });
  });
});
