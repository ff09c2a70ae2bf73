import { beforeEach, describe, expect, it } from "vitest";
import { monthOf } from "#lib/months.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { getReport } from "#server/console/evaluations/get-report.ts";
import { candidateAnswered } from "#test/candidate-answered.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { approve, newCases, upload, withDescriptions } from "#test/evaluation.ts";
import { indifferent, MODEL, saying, startLanguageModel } from "#test/language-model.ts";
import { makeLogKey } from "#test/log-key.ts";
import { newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

/** Tokens of one forecast: two calls, each with the usage that test/completions.ts reports. */
const ONE = 468;
const TOTAL = 100_000;
const body = JSON.stringify(readExample("binary"));

/** In the next month, so that no test reaches its end unless it advances the clock. */
const start = monthOf(new Date())[1].getTime() + 10.5 * 86_400_000;
let time = start;
const surroundings = { now: () => new Date(time), repeat: () => () => {} };

const model = await startLanguageModel();
model.behave(indifferent());
const release = { MODEL_ADAPTER: "llm", MODEL_URL: model.url, MODEL_NAME: MODEL, MODEL_SAMPLES: "2" };
const settings = { ...release, MODEL_MONTHLY_TOKENS: `${TOTAL}` };
const limited = { ...release, MODEL_MONTHLY_TOKENS: `${ONE}` };
const candidate = Object.fromEntries(Object.entries(limited).map(([name, value]) => [`CANDIDATE_${name}`, value]));
const { gateway, researcher, reviewer, admin } = await signInRoles({ ...settings, ...candidate }, surroundings);
const { database, tokens } = gateway.gateway;

beforeEach(async () => {
  await candidateAnswered(gateway);
  await database.pool.query("delete from token_usage");
  time = start;
  model.behave(indifferent());
});

const askAt = (one: TestGateway, key: string, text = body, headers = {}) =>
  one.post(text, { authorization: `Bearer ${key}`, ...headers });
const ask = (key: string, text?: string, headers?: Record<string, string>) => askAt(gateway, key, text, headers);
const use = (input_tokens: number) =>
  tokens.count({ input_tokens, cached_input_tokens: 0, output_tokens: 0, reasoning_tokens: 0 });
const nextMonth = () => monthOf(new Date(time))[1].getTime();

function expectUsedUp({ status, headers, body }: Awaited<ReturnType<typeof ask>>, name: string): void {
  expect({ status, body }).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED", reason: "budget" } } });
  expect(headers.get("retry-after")).toBe(`${Math.ceil((nextMonth() - time) / 1_000)}`);
  expect(JSON.stringify(body)).toContain(`The monthly budget of ${name}, `);
}

async function expectMemberRefused(member: ConsoleSession): Promise<void> {
  const { error } = await member.fetch("forecasts.run", readExample("binary"));
  expect(error?.data).toMatchObject({ httpStatus: 429, answer: { error: { reason: "budget" } } });
}

describe("the monthly token budget of an API key", () => {
  it("refuses requests once it is used up, until the first of the next month (UTC)", async () => {
    const key = await gateway.issue({ name: "limited", monthlyTokens: ONE + 1 });
    const other = await gateway.issue({ name: "other", monthlyTokens: ONE + 1 });
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 200]);
    const before = model.requests.length;
    const idempotent = { "idempotency-key": '"a month"' };
    expectUsedUp(await ask(key, body, idempotent), "this API key");
    expect(model.requests.length).toBe(before);
    expect((await ask(other)).status).toBe(200);
    const unreviewed = await ask(key, JSON.stringify(newRequest()));
    expect(unreviewed).toMatchObject({ status: 422, body: { error: { reason: "in_review" } } });
    time = nextMonth() - 1;
    expectUsedUp(await ask(key), "this API key");
    time += 1;
    expect((await ask(key, body, idempotent)).status).toBe(200);
  });

  it("counts failed forecasts", async () => {
    const key = await gateway.issue({ name: "failing", monthlyTokens: ONE });
    model.behave(saying({ content: "I cannot say." }));
    expect((await ask(key)).status).toBe(502);
    expectUsedUp(await ask(key), "this API key");
  });

  it("can be changed, and is listed with the tokens of this month", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "edited", monthlyTokens: 1 });
    await ask(key);
    const listed = async () =>
      (await admin.call.credentials.list()).find((one) => one.credentialId === credentialId)?.tokens;
    expect(await listed()).toEqual({ limit: 1, used: ONE });
    expectUsedUp(await ask(key), "this API key");
    const change = { credentialId, name: "edited", ratePerMinute: null, expiresAt: null };
    await admin.call.credentials.change({ ...change, monthlyTokens: null });
    expect((await ask(key)).status).toBe(200);
    time = nextMonth();
    expect(await listed()).toEqual({ limit: null, used: 0 });
  });
});

describe("the monthly token budget of the gateway", () => {
  it("includes members, evaluations and tests of the model, and refuses all of them", async () => {
    await use(TOTAL - ONE);
    expect(await reviewer.call.submissions.validate(readExample("binary"))).toMatchObject({ ok: true });
    await researcher.call.forecasts.run(readExample("binary"));
    const usage = await researcher.call.system.usage();
    expect(usage).toContainEqual(expect.objectContaining({ payer: "member", requests: 1, input_tokens: 420 }));
    expect((await admin.call.system.status({ hours: 1 })).limits.tokens).toEqual({ limit: TOTAL, used: TOTAL });
    await expectMemberRefused(researcher);
    expectUsedUp(await ask(gateway.key), "the gateway");
    const answer = { error: { code: "RATE_LIMITED", reason: "budget" } };
    expect(await reviewer.call.submissions.validate(readExample("binary"))).toMatchObject({ ok: false, answer });
    const evaluationId = await upload(gateway, researcher, newCases(10).map(withDescriptions));
    await approve(reviewer, evaluationId);
    await researcher.call.evaluations.act({ evaluationId, action: "start" });
    await until("the evaluation has ended", async () => {
      return (await researcher.call.evaluations.get({ evaluationId })).status === "finished";
    });
    const { refused } = await getReport(gateway.gateway, evaluationId);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ code: "RATE_LIMITED", reason: expect.stringContaining("monthly budget") });
  });

  it("is separate from that of the candidate", async () => {
    await use(TOTAL - 2 * ONE);
    for (let call = 0; call < 2; call++) {
      expect((await ask(gateway.key)).status).toBe(200);
      await candidateAnswered(gateway);
    }
    const { events } = await readEvents(database, { kind: "candidate.failed", limit: 1 });
    expect(events[0]?.event).toMatchObject({ code: "RATE_LIMITED" });
    expect((await admin.call.system.status({ hours: 1 })).candidate?.tokens).toEqual({ limit: ONE, used: ONE });
  });
});

it("tells administrators and the key's owner at 80 % of a budget, until the month ends", async () => {
  const { credentialId, key } = await admin.call.credentials.issue({ name: "watched", monthlyTokens: 2 * ONE });
  const owned = "update credentials set owner_id = $1 where id = $2";
  await database.pool.query(owned, [researcher.memberId, credentialId]);
  const told = async (member: ConsoleSession) => {
    const { notices } = await member.call.notices.list();
    return notices.flatMap(({ event, at }) => (event.kind === "budget.near" ? [{ count: event.count, at }] : []));
  };
  await ask(key);
  await candidateAnswered(gateway);
  await use(0.8 * TOTAL - ONE - 1);
  const at = new Date(time).toISOString();
  // The budget of the candidate.
  expect([await told(admin), await told(researcher)]).toEqual([[{ count: 1, at }], []]);
  await ask(key);
  // Also the budgets of the API key and of the gateway.
  expect(await told(admin)).toEqual([{ count: 3, at }]);
  expect(await told(researcher)).toEqual([{ count: 1, at }]);
  expect(await told(reviewer)).toEqual([]);
  time += 2 * 86_400_000;
  await use(1);
  expect(await told(researcher)).toEqual([{ count: 1, at: new Date(start + 43_200_000).toISOString() }]);
  time = nextMonth();
  expect([await told(admin), await told(researcher)]).toEqual([[], []]);
});

describeUnless([withoutPostgres], "two gateways on one database", () => {
  it("share the budgets", async () => {
    const shared = { AUTH_SECRET: "the secret that both gateways share", LOG_KEY_FILE: makeLogKey() };
    const environment = { ...release, ...shared, DATABASE_URL: (await createDatabase()).url };
    const one = await startGateway({ ...environment, MODEL_MONTHLY_TOKENS: `${5 * ONE}` }, undefined, surroundings);
    const other = await startGateway({ ...environment, MODEL_MONTHLY_TOKENS: `${5 * ONE}` }, undefined, surroundings);
    const key = await one.issue({ name: "limited", monthlyTokens: 2 * ONE });
    const unlimited = await one.issue({ name: "unlimited" });
    expect([(await askAt(one, key)).status, (await askAt(other, key)).status]).toEqual([200, 200]);
    expectUsedUp(await askAt(one, key), "this API key");
    expectUsedUp(await askAt(other, key), "this API key");
    const replies = await Promise.all([one, other, one].map((at) => askAt(at, unlimited)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expectUsedUp(await askAt(other, unlimited), "the gateway");
  });
});
