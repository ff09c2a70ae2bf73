import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FirstRun, readFirstRun } from "#server/process/seed-first-run.ts";
import { anyAddress } from "#test/any-address.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { startRedis, withoutRedis } from "#test/redis-server.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { answerAuth } from "./answer-auth.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

let gateway: TestGateway;
let accounts: FirstRun["accounts"];

beforeAll(async () => {
  gateway = await startGateway();
  accounts = accountsOf(gateway);
});
afterAll(() => gateway.stop());

function accountsOf({ dataDir }: TestGateway): FirstRun["accounts"] {
  const firstRun = readFirstRun(dataDir);
  if (firstRun === undefined) throw new Error("this gateway has not been seeded");
  return firstRun.accounts;
}

interface Try {
  readonly email: string;
  readonly password?: string;
  readonly address?: string;
  readonly cookie?: string;
}

function signIn({ email, password = "not the password", address = anyAddress(), cookie = "" }: Try, by = gateway) {
  const origin = "http://localhost:3000";
  const headers = { "content-type": "application/json", origin, "x-client-address": address, cookie };
  const body = JSON.stringify({ email, password });
  return answerAuth(by.gateway, new Request(`${origin}/api/auth/sign-in/email`, { method: "POST", headers, body }));
}

/** Sends parallel wrong guesses from different addresses. Returns the number of guesses whose password was checked. */
async function guess(times: number, email: string, by = gateway): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => signIn({ email }, by)));
  return answers.filter(({ status }) => status === 401).length;
}

describe("failed sign-ins", () => {
  it("are limited to 10 per account, across addresses and parallel attempts", async () => {
    const { email, password } = accounts.researcher;
    expect(await guess(60, email)).toBe(10);
    expect(await guess(5, ` ${email.toUpperCase()}`)).toBe(0);
    const refused = await signIn({ email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signIn(accounts.admin)).status).toBe(200);
  });

  it("from elsewhere do not lock out a browser that has signed in to the account before", async () => {
    const { email, password } = accounts.reviewer;
    const first = await signIn({ email, password });
    const cookie = first.headers
      .getSetCookie()
      .map((set) => set.split(";", 1)[0])
      .find((each) => each?.startsWith("gateway.browser="));
    expect(first.headers.getSetCookie().join()).toContain("HttpOnly");
    expect(await guess(15, email)).toBe(10);
    expect((await signIn({ email, password, cookie: cookie ?? "" })).status).toBe(200);
    expect((await signIn({ email, password, cookie: `${cookie}x` })).status).toBe(429);
    // The cookie is valid only for the account that it was issued for.
    expect((await signIn({ ...accounts.researcher, cookie: cookie ?? "" })).status).toBe(429);
  });

  it("are not counted for correct passwords", async () => {
    for (let count = 0; count < 15; count++) expect((await signIn(accounts.admin)).status).toBe(200);
  });

  it("from an address over its limit do not count against any account, real or invented", async () => {
    const counted: string[] = [];
    const limit = createSignInLimit({
      async add(key, attempts) {
        counted.push(`${key.split(":", 1)} ${attempts}`);
        return { count: key.startsWith("address:") ? 101 : 1, endsIn: 60_000 };
      },
      storage: () => "memory",
      close() {},
    });
    const attempt = { email: accounts.admin.email, address: "198.51.100.7", browser: undefined };
    expect((await limit.begin(attempt)).wait).toBe(60);
    expect(counted).toEqual(["address 1"]);
  });

  it("are limited to 100 per IPv4 address or IPv6 network, across accounts", async () => {
    for (const address of ["203.0.113.77", "2001:db8:1:2"]) {
      let reached = 0;
      for (let count = 0; count < 105; count++) {
        const from = address.includes(":") ? `${address}::${count.toString(16)}` : address;
        const begun = await gateway.gateway.signInLimit.begin({
          email: `nobody-${count}@example.org`,
          address: from,
          browser: undefined,
        });
        if (begun.wait === undefined) reached++;
      }
      expect(reached).toBe(100);
    }
  });
});

describeUnless([withoutRedis], "failed sign-ins over Redis", () => {
  it("share one count across processes", async () => {
    const redis = await startRedis();
    // Redis may respond slowly on a busy machine.
    const environment = { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: "60000" };
    const both = await Promise.all([startGateway(environment), startGateway(environment)]);
    const [one, other] = both;
    const { email } = accountsOf(one).researcher;
    expect(await guess(6, email, one)).toBe(6);
    expect(await guess(20, email, other)).toBe(4);
    await Promise.all(both.map((each) => each.stop()));
    await redis.stop();
  });
});
