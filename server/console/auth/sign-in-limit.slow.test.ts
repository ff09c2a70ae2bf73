import { describe, expect, it } from "vitest";
import { type FirstRun, readFirstRun } from "#server/process/seed-first-run.ts";
import { anyAddress } from "#test/any-address.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { startRedis, withoutRedis } from "#test/redis-server.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { answerAuth } from "./answer-auth.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

const gateway = await startGateway();
const accounts = accountsOf(gateway);

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
  readonly form?: Form;
}

/** Media type and body of a sign-in. */
type Form = (sent: { readonly email: string; readonly password: string }) => readonly [type: string, body: BodyInit];

const asJson: Form = (sent) => ["application/json", JSON.stringify(sent)];

/** The forms in which the sign-in library, or a client, might send an address and a password. */
const FORMS: Readonly<Record<string, Form>> = {
  JSON: asJson,
  "JSON without a media type": (sent) => ["", JSON.stringify(sent)],
  "JSON as text": (sent) => ["text/plain;charset=UTF-8", JSON.stringify(sent)],
  "JSON with a suffix": (sent) => ["application/vnd.api+json", JSON.stringify(sent)],
  "JSON as a form": (sent) => ["application/x-www-form-urlencoded", JSON.stringify(sent)],
  "JSON with the address twice": ({ email, password }) => [
    "application/json",
    `{"email":"nobody@example.org","email":${JSON.stringify(email)},"password":${JSON.stringify(password)}}`,
  ],
  "JSON in other letters": ({ email, password }) => [
    "APPLICATION/JSON",
    JSON.stringify({ email: ` ${email.toUpperCase()} `, password }),
  ],
  "a form": (sent) => ["application/x-www-form-urlencoded", new URLSearchParams(sent).toString()],
  "a form with a charset": (sent) => [
    "application/x-www-form-urlencoded; charset=UTF-8",
    String(new URLSearchParams(sent)),
  ],
  "a multipart form": ({ email, password }) => [
    "multipart/form-data; boundary=x",
    `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${email}\r\n--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${password}\r\n--x--\r\n`,
  ],
  bytes: (sent) => ["application/octet-stream", JSON.stringify(sent)],
};

function signIn(
  { email, password = "not the password", address = anyAddress(), cookie = "", form = asJson }: Try,
  by = gateway,
) {
  const origin = "http://localhost:3000";
  const [type, body] = form({ email, password });
  const headers = { "content-type": type, origin, "x-client-address": address, cookie };
  return answerAuth(by.gateway, new Request(`${origin}/api/auth/sign-in/email`, { method: "POST", headers, body }));
}

/** Sends parallel wrong guesses from different addresses. Returns the number of guesses whose password would be checked. */
async function guess(times: number, email: string, by = gateway): Promise<number> {
  // Checking a password is slow.
  const auth = { ...by.gateway.auth, handler: async () => new Response(null, { status: 401 }) };
  const context = { ...by, gateway: { ...by.gateway, auth } };
  const answers = await Promise.all(Array.from({ length: times }, () => signIn({ email }, context)));
  return answers.filter(({ status }) => status === 401).length;
}

describe("failed sign-ins", () => {
  it("are limited to 10 per account, across addresses and parallel attempts", async () => {
    const { email, password } = accounts.researcher;
    expect((await signIn({ email })).status).toBe(401);
    expect(await guess(60, email)).toBe(9);
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
    const other = "somebody-else@example.org";
    expect(await guess(15, other)).toBe(10);
    expect((await signIn({ email: other, cookie: cookie ?? "" })).status).toBe(429);
  });

  it("are not counted for correct passwords", async () => {
    const { email } = accounts.admin;
    // One more failed attempt is allowed.
    for (let count = 0; count < 9; count++) {
      const attempt = { email, address: anyAddress(), browser: undefined };
      expect((await gateway.gateway.signInLimit.begin(attempt)).wait).toBeUndefined();
    }
    for (let count = 0; count < 2; count++) expect((await signIn(accounts.admin)).status).toBe(200);
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

describe.each(Object.entries(FORMS))("a sign-in sent as %s", (_, form) => {
  /** Answers a sign-in with a limit that permits or refuses it. Returns what was counted and what better-auth got. */
  async function answer(wait: number | undefined, credentials: { readonly email: string; readonly password: string }) {
    const counted: unknown[] = [];
    const passed: unknown[] = [];
    const answered = await signIn(
      { ...credentials, form },
      {
        ...gateway,
        gateway: {
          ...gateway.gateway,
          signInLimit: {
            async begin({ email }) {
              counted.push(email);
              return { wait, succeed: async () => {} };
            },
            close() {},
          },
          auth: {
            ...gateway.gateway.auth,
            async handler(request) {
              passed.push([request.headers.get("content-type"), await request.json()]);
              return new Response(null, { status: 401 });
            },
          },
        },
      },
    );
    return { status: answered.status, counted, passed };
  }

  it("never reaches the check of the password once too many have failed", async () => {
    const { status, counted, passed } = await answer(60, accounts.admin);
    expect([status, counted.length, passed]).toEqual([429, 1, []]);
  });

  it("is checked with exactly the address that was counted, or refused as malformed", async () => {
    const { email, password } = accounts.admin;
    const { status, counted, passed } = await answer(undefined, { email, password });
    if (status === 400) expect([counted, passed]).toEqual([[undefined], []]);
    else expect([counted, passed]).toEqual([[email], [["application/json", { email, password }]]]);
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
  });
});
