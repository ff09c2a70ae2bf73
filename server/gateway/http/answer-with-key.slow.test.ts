import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { answerScore } from "#server/console/scores/answer-score.ts";
import { cleanUp } from "#test/clean-up.ts";
import { createDatabase, TEST_DATABASE_URL, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { answerReceipt } from "./answer-look-ups.ts";

const HANDLERS = [
  ["receipts", answerReceipt],
  ["scores", answerScore],
] as const;
const UNKNOWN = "0198c9a0-0000-7000-8000-000000000000";

function ask(
  handler: typeof answerReceipt | typeof answerScore,
  { gateway, key }: TestGateway,
  requestId = UNKNOWN,
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  const request = new Request(`http://localhost/x/${requestId}`, { headers });
  return handler(gateway, request, { requestId });
}

async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  const { error, request_id } = errorBodySchema.parse(await response.json());
  expect([response.status, error.code, error.issues]).toEqual([status, code, []]);
  expect(response.headers.get("x-request-id")).toBe(request_id);
  expect(response.headers.get("cache-control")).toBe("no-store");
}

describe.each(HANDLERS)("GET /%s/{request_id}", (_, handler) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ RATE_LIMIT_PER_MINUTE: "3" });
  });

  it("sends rate limit headers and has its own limit", async () => {
    for (const remaining of [2, 1, 0]) {
      const response = await ask(handler, gateway, remaining === 2 ? "no id" : UNKNOWN);
      expect(response.headers.get("ratelimit")).toMatch(`"requests";r=${remaining};`);
      expect(response.headers.get("ratelimit-policy")).toBe('"requests";q=3;w=60');
      await expectRefusal(response, 404, "INVALID_REQUEST");
    }
    const refused = await ask(handler, gateway);
    expect(refused.headers.get("ratelimit")).toMatch('"requests";r=0;');
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectRefusal(refused, 429, "RATE_LIMITED");
    expect((await gateway.post(JSON.stringify(readExample("binary")))).headers.get("ratelimit")).toMatch(/r=2;/);
  });
});

describeUnless([withoutPostgres], "a database that takes no connections", () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    const database = await createDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const caller = { type: "credential", id: "x", name: "x", ratePerMinute: 600 } as const;
    gateway = await startGateway({ DATABASE_URL: database.url }, (wired) => ({
      ...wired,
      // Simulates a cached credential.
      authenticator: { ...wired.authenticator, authenticate: async () => caller },
    }));
    const administrator = new Client({ connectionString: TEST_DATABASE_URL });
    await administrator.connect();
    cleanUp(async () => {
      await administrator.query(`alter database ${name} allow_connections true`);
      await administrator.end();
    });
    await administrator.query(`alter database ${name} allow_connections false`);
    await administrator.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  });

  it.each(HANDLERS)("is 503 with Retry-After for %s", async (_, handler) => {
    const response = await ask(handler, gateway);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("ratelimit")).not.toBeNull();
    await expectRefusal(response, 503, "AUDIT_UNAVAILABLE");
  });
});
