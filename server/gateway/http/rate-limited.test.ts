import { describe, expect, it } from "vitest";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { exchange } from "#test/raw-socket.ts";
import { type Reply, readExample, startGateway } from "#test/start-gateway.ts";

const EXPECTED = { status: 429, code: "RATE_LIMITED" };
const body = JSON.stringify(readExample("binary"));

const gateway = await startGateway({ RATE_LIMIT_PER_MINUTE: "5" });

/** Expects a refusal without its own audit event: one event per window is recorded later. */
async function expectLimited(reply: Reply): Promise<void> {
  expectRefused(reply, EXPECTED);
  expect(reply.headers.get("ratelimit-policy")).toMatch(/^"requests";q=3;w=60$/);
  expect(reply.headers.get("ratelimit")).toMatch(/^"requests";r=0;t=\d+$/);
  expect(await eventsOf(gateway, reply)).toEqual([]);
}

async function issueThree(): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await gateway.issue({ name: "three a minute", ratePerMinute: 3 })}` };
}

describe("a credential with 3 requests a minute", () => {
  it("gets three answers with the remaining requests, then RATE_LIMITED", async () => {
    const headers = await issueThree();
    for (const left of [2, 1, 0]) {
      const reply = await gateway.post(body, headers);
      expect(reply.status).toBe(200);
      expect(reply.headers.get("ratelimit-policy")).toBe('"requests";q=3;w=60');
      expect(reply.headers.get("ratelimit")).toMatch(new RegExp(`^"requests";r=${left};t=([1-9]|[1-5]\\d|60)$`));
    }
    const refused = await gateway.post(body, headers);
    await expectLimited(refused);
    const wait = refused.headers.get("retry-after");
    expect(Number(wait)).toBeLessThanOrEqual(60);
    expect(refused.headers.get("ratelimit")).toBe(`"requests";r=0;t=${wait}`);
    expect(refused.headers.get("ratelimit-policy")).toBe('"requests";q=3;w=60');
  });

  it("gets exactly three answers to ten parallel requests", async () => {
    const headers = await issueThree();
    const replies = await Promise.all(Array.from({ length: 10 }, () => gateway.post(body, headers)));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 7 }, () => 429),
    ]);
  });

  it("also counts refused requests against the limit", async () => {
    const headers = await issueThree();
    for (let count = 0; count < 3; count++) expect((await gateway.post("{", headers)).status).toBe(400);
    await expectLimited(await gateway.post("{", headers));
  });

  it("is refused before the body is read or its size is checked", async () => {
    const headers = await issueThree();
    for (let count = 0; count < 3; count++) await gateway.post(body, headers);
    await expectLimited(await gateway.post("{".repeat(40_000), headers));
    const lines = [
      "POST /v1/predict HTTP/1.1",
      "Host: x",
      "Content-Length: 9",
      `Authorization: ${headers.authorization}`,
    ];
    const answer = await exchange(Number(new URL(gateway.url).port), lines);
    expectRefused({ ...answer, headers: new Headers(answer.headers), body: JSON.parse(answer.body) }, EXPECTED);
  });

  it("does not use up the limit of another credential", async () => {
    const [one, other] = [await issueThree(), await issueThree()];
    for (let count = 0; count < 4; count++) await gateway.post(body, one);
    expect((await gateway.post(body, other)).status).toBe(200);
  });
});

describe("a credential without its own limit", () => {
  it("has the limit of the deployment", async () => {
    const headers = { authorization: `Bearer ${await gateway.issue({ name: "default" })}` };
    const reply = await gateway.post(body, headers);
    expect(reply.headers.get("ratelimit-policy")).toBe('"requests";q=5;w=60');
    expect(reply.headers.get("ratelimit")).toMatch(/^"requests";r=4;/);
  });
});
