import { cpSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { effort } from "#test/effort.ts";
import { makeFolder, type ServerProcess, startMain, startNext } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { approveAll, startGateway } from "#test/start-gateway.ts";
import { type Call, type Keys, sampleCalls, sampleRequests } from "./calls.ts";

const CALLS = effort({ sample: 100, full: 1_000 });
const AT_ONCE = 8;

const ours = makeFolder();
const theirs = makeFolder();
const approved = sampleRequests(100);
const agent = new Agent({ keepAlive: true });
let keys: Keys;
let main: ServerProcess;
let next: ServerProcess;

beforeAll(async () => {
  await copySeededFolder(ours);
  const gateway = await startGateway({ DATA_DIR: ours });
  await approveAll(gateway.gateway, approved);
  const revoked = await gateway.issue({ name: "revoked" });
  await gateway.gateway.database.pool.query("update credentials set revoked_at = now() where name = 'revoked'");
  const expired = await gateway.issue({ name: "expired", expiresAt: new Date(Date.now() - 1_000) });
  keys = { valid: gateway.key, revoked, expired };
  await gateway.stop();
  cpSync(ours, theirs, { recursive: true });
  [main, next] = await Promise.all([startMain(ours), startNext(theirs)]);
});
afterAll(() => agent.destroy());

it(`gives the same ${CALLS} responses on node:http and through Next's route handler`, async () => {
  const calls = sampleCalls(CALLS, approved, keys);
  const statuses = new Set<number>();
  const codes = new Set<string>();
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    await Promise.all(
      calls.slice(start, start + AT_ONCE).map(async (call, index) => {
        const [here, there] = await Promise.all([send(main.url, call), send(next.url, call)]);
        const about = `call ${start + index}: ${call.method} ${call.path} ${JSON.stringify(call.headers)}`;
        expect(there, about).toEqual(here);
        statuses.add(here.status);
        for (const [, code = ""] of JSON.stringify(here.body).matchAll(/"code":"(\w+)"/g)) codes.add(code);
      }),
    );
  }
  const last = ERROR_CODES.indexOf("INPUT_QUALITY_UNVERIFIED");
  const beforeTheModel = ERROR_CODES.filter((code, index) => index <= last && code !== "RATE_LIMITED");
  expect(beforeTheModel).toEqual(expect.arrayContaining([...codes]));
  // The sample of a normal run covers only some of the error codes.
  expect(statuses).toContain(200);
  expect(codes.size).toBeGreaterThanOrEqual(effort({ sample: 5, full: beforeTheModel.length }));
});

interface Comparable {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly body: unknown;
}

const HEADERS = [
  ...["content-type", "cache-control", "x-content-type-options", "x-powered-by", "content-encoding", "location"],
  ...["www-authenticate", "allow", "retry-after", "ratelimit-policy", "ratelimit", "server-timing"],
];

/**
 * Sends a request and returns the response without the parts that differ between processes: ids, times and the
 * remaining rate limit.
 */
async function send(url: string, call: Call): Promise<Comparable> {
  const { status, headers, body } = await exchange(url, call);
  const id = headers["x-request-id"];
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  if (call.method === "HEAD") expect(body).toBe("");
  else expect(JSON.parse(body).request_id).toBe(id);
  const comparable = HEADERS.map((name) => [name, headers[name]?.toString().replaceAll(/(r|t|dur)=[\d.e-]+/g, "$1=N")]);
  return { status, headers: Object.fromEntries(comparable), body: body === "" ? body : JSON.parse(body, hideOwn) };
}

const SUBMISSION = /Submission [0-9a-f-]{36}/;

function hideOwn(name: string, value: unknown): unknown {
  if (name === "request_id" || name === "generated_at") return "its own";
  if (name === "message" && typeof value === "string") return value.replace(SUBMISSION, "Submission its own");
  if (name === "submission") return { ...Object(value), id: "its own", url: "its own" };
  return name.endsWith("_ms") && typeof value === "number" ? 0 : value;
}

function exchange(url: string, { method, path, headers, body, chunked }: Call) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const framing = chunked ? { "transfer-encoding": "chunked" } : { "content-length": String(body?.length ?? 0) };
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...(body && framing) } });
    sent.on("error", reject);
    sent.on("response", (response) => {
      // After a refusal, the server may close the connection while the body is still being sent. Ignore that error.
      sent.off("error", reject).on("error", () => {});
      const status = response.statusCode ?? 0;
      text(response).then((answer) => resolve({ status, headers: response.headers, body: answer }), reject);
    });
    if (chunked && body !== undefined) sent.write(body.subarray(0, 10));
    sent.end(chunked ? body?.subarray(10) : body);
  });
}
