import { readFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { outcomeMessageSchema, submissionMessageSchema } from "#lib/contract/webhook.ts";
import { identify } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { watchEvents } from "#server/console/notices/watch-events.ts";
import { answerScore } from "#server/console/scores/answer-score.ts";
import { submissions } from "#server/db/schema.ts";
import { freeWork } from "#server/limits/work.ts";
import { cleanUp } from "#test/clean-up.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { makeLogKey } from "#test/log-key.ts";
import { approval, confirmOutcome, newRequest } from "#test/review.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { type Roles, signInRoles } from "#test/sign-in-roles.ts";
import { send, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { DELAYS, deliver } from "./deliver-webhook.ts";
import { setWebhook } from "./webhook-settings.ts";

const ALLOWS = { WEBHOOK_ALLOW_PRIVATE: "1" };
const receiver = await startWebhookReceiver();
const roles = await signInRoles(ALLOWS);
const { gateway, admin } = roles;
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer();
});

const never = new AbortController().signal;

async function issue(session: ConsoleSession = admin, url = receiver.url) {
  const { credentialId, key } = await session.call.credentials.issue({ name: "a backend" });
  const { secret } = await session.call.channel.set({ owner: credentialId, format: "signed", url });
  return { credentialId, key, secret: secret ?? "" };
}

async function sendAndDecide({ gateway, reviewer }: Roles, key: string, request = newRequest()) {
  await send(gateway.url, JSON.stringify(request), { authorization: `Bearer ${key}` });
  const [taskId, inputId] = [identify(request.task).id, identify(request.input).id];
  const { orm } = gateway.gateway.database;
  const [row] = await orm.select({ id: submissions.id }).from(submissions).where(eq(submissions.taskId, taskId));
  if (row === undefined) throw new Error("the request was not sent to review");
  const submissionId = row.id;
  await reviewer.call.reviews.decide(approval({ submissionId, taskId, inputId }));
  return { submissionId, taskId, inputId };
}

const later = (gateway: ConsoleContext, seconds: number): ConsoleContext => ({
  ...gateway,
  now: () => new Date(Date.now() + seconds * 1_000),
});

/** Stops background deliveries until the test ends, so only the test delivers. */
function holdJobs({ gateway: { jobs } }: TestGateway): void {
  const { send } = jobs;
  Object.assign(jobs, { send: async () => {} });
  cleanUp(() => Object.assign(jobs, { send }));
}

async function readDeliveries({ credentialId }: { readonly credentialId: string }, session = admin) {
  return (await session.call.channel.get({ owner: credentialId })).deliveries;
}

/** Returns the function `verify` from the code sample in docs/api.md. */
async function documentedVerify(): Promise<(secret: string, headers: object, body: string) => boolean> {
  const blocks = [...readFileSync("docs/api.md", "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
  const code = blocks.find((one) => one.includes("export function verify")) ?? "";
  const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return verify;
}

describe("a webhook", () => {
  it("delivers the decision on a request of its API key, signed as documented", async () => {
    const { credentialId, key, secret } = await issue();
    const { submissionId, taskId, inputId } = await sendAndDecide(roles, key);
    await watchEvents(gateway.gateway);
    const { headers, body } = await until("the notification", () => receiver.received[0]);
    const message = submissionMessageSchema.parse(JSON.parse(body));
    expect(message).toEqual({
      id: headers["webhook-id"],
      type: "submission.decided",
      timestamp: message.data.decided_at,
      data: {
        submission_id: submissionId,
        task_id: taskId,
        input_id: inputId,
        status: "approved",
        decided_at: expect.stringMatching(/Z$/),
      },
    });
    expect(headers["content-type"]).toBe("application/json");
    const verify = await documentedVerify();
    expect(verify(secret, headers, body)).toBe(true);
    expect(verify(secret, headers, `${body} `)).toBe(false);
    expect(verify(secret, { ...headers, "webhook-id": "another" }, body)).toBe(false);
    expect(verify(secret, { ...headers, "webhook-timestamp": "1" }, body)).toBe(false);
    expect(verify(`whsec_${Buffer.alloc(32).toString("base64")}`, headers, body)).toBe(false);
    const delivery = await until("a delivered webhook", async () =>
      (await readDeliveries({ credentialId })).find(({ status }) => status === "delivered"),
    );
    expect(delivery).toMatchObject({ submissionId, nextAt: null, attempts: [{ number: 1, status: 204, error: null }] });
  });

  it("delivers the decision to every API key that has sent the content", async () => {
    const [first, second] = [await issue(), await issue()];
    const request = newRequest();
    for (const { key } of [first, second])
      await send(gateway.url, JSON.stringify(request), { authorization: `Bearer ${key}` });
    const { orm } = gateway.gateway.database;
    const taskId = identify(request.task).id;
    const [row] = await orm.select().from(submissions).where(eq(submissions.taskId, taskId));
    if (row === undefined) throw new Error("the request was not sent to review");
    await roles.reviewer.call.reviews.decide(approval({ ...row, submissionId: row.id }));
    await watchEvents(gateway.gateway);
    for (const webhook of [first, second])
      expect(await readDeliveries(webhook)).toMatchObject([{ type: "submission.decided", submissionId: row.id }]);
  });

  it("delivers a confirmed outcome and its correction with the scores of the API key's own forecasts", async () => {
    holdJobs(gateway);
    const [asked, other, idle] = [await issue(), await issue(), await issue()];
    const request = newRequest("2100-01-01T00:00:00Z");
    const post = async ({ key }: { key: string }) =>
      String((await send(gateway.url, JSON.stringify(request), { authorization: `Bearer ${key}` })).body.request_id);
    await sendAndDecide(roles, asked.key, request);
    const own = [await post(asked), await post(asked)];
    await post(other);
    const taskId = identify(request.task).id;
    const { researcher, reviewer } = roles;
    let corrects: string | undefined;
    for (const option of ["yes", null]) {
      const happenedAt = new Date().toISOString();
      const entry = { taskId, option, happenedAt, source: "https://example.com/a", corrects };
      corrects = await confirmOutcome(researcher, reviewer, entry);
      await watchEvents(gateway.gateway);
    }
    const outcomesOf = async (webhook: { credentialId: string }) =>
      (await readDeliveries(webhook)).filter(({ type }) => type === "outcome.confirmed").reverse();
    const [confirmed, voided] = await outcomesOf(asked);
    for (const { deliveryId } of [confirmed, voided].filter((one) => one !== undefined))
      await deliver(gateway.gateway, deliveryId, never);
    const [first, second] = receiver.received.slice(-2).map(({ body }) => outcomeMessageSchema.parse(JSON.parse(body)));
    expect(first?.data).toMatchObject({ task_id: taskId, outcome: "yes", scored: 2 });
    expect(first?.data.scores.map(({ request_id }) => request_id)).toEqual(own.reverse());
    for (const score of first?.data.scores ?? []) {
      const path = `http://localhost/scores/${score.request_id}`;
      const lookUp = new Request(path, { headers: { authorization: `Bearer ${asked.key}` } });
      const answer = await answerScore(gateway.gateway, lookUp, { requestId: score.request_id });
      expect(await answer.json()).toMatchObject({ scored: false, reason: "void" });
      expect(score.brier).toBeCloseTo(2 * (1 - score.probability) ** 2, 12);
    }
    expect(second?.data).toMatchObject({ outcome: null, scored: 0, scores: [] });
    expect(await outcomesOf(other)).toHaveLength(2);
    expect(await outcomesOf(idle)).toEqual([]);
  });

  describe("that its receiver rejects", () => {
    beforeEach(() => holdJobs(gateway));

    it("is retried with the same id until accepted", async () => {
      const { credentialId, key } = await issue();
      receiver.answer(500, 302);
      await sendAndDecide(roles, key);
      await watchEvents(gateway.gateway);
      const read = async () => (await readDeliveries({ credentialId }))[0];
      const id = (await read())?.deliveryId ?? "";
      await deliver(gateway.gateway, id, never);
      const first = await read();
      expect(first).toMatchObject({ status: "waiting", attempts: [{ number: 1, status: 500 }] });
      expect(Date.parse(first?.nextAt ?? "") - Date.parse(first?.attempts[0]?.at ?? "")).toBe(10_000);
      // No attempt is made before it is due.
      await deliver({ ...gateway.gateway, now: () => new Date(Date.parse(first?.nextAt ?? "") - 1) }, id, never);
      expect(receiver.received).toHaveLength(1);
      await deliver(later(gateway.gateway, 100), id, never);
      await deliver(later(gateway.gateway, 1_000), id, never);
      const last = await read();
      expect(last).toMatchObject({ status: "delivered", nextAt: null });
      expect(last?.attempts.map(({ status }) => status)).toEqual([500, 302, 204]);
      // A delivered message is not sent again.
      await deliver(later(gateway.gateway, 10_000), id, never);
      expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id, id]);
    });

    it("is retried even if a clock was a year ahead at the previous attempt", async () => {
      const { credentialId } = await issue();
      receiver.answer(500);
      const { deliveryId } = await admin.call.channel.test({ owner: credentialId });
      await deliver(later(gateway.gateway, 31_536_000), deliveryId, never);
      await deliver(gateway.gateway, deliveryId, never);
      expect((await readDeliveries({ credentialId }))[0]).toMatchObject({ status: "delivered" });
    });

    it("fails permanently within a day", async () => {
      expect(DELAYS.reduce((sum, delay) => sum + delay)).toBeLessThan(86_400);
      const { credentialId } = await issue();
      receiver.answer(...DELAYS.map(() => 503), 503);
      const { deliveryId } = await admin.call.channel.test({ owner: credentialId });
      for (let attempt = 0; attempt <= DELAYS.length; attempt++) {
        await deliver(later(gateway.gateway, attempt * 30_000), deliveryId, never);
      }
      const [delivery] = await readDeliveries({ credentialId });
      expect(delivery).toMatchObject({ status: "failed", nextAt: null, submissionId: null });
      expect(delivery?.attempts).toHaveLength(DELAYS.length + 1);
    });

    it("is not called after its API key is revoked", async () => {
      const revoked = await issue();
      receiver.answer(500);
      const { deliveryId } = await admin.call.channel.test({ owner: revoked.credentialId });
      await deliver(gateway.gateway, deliveryId, never);
      await admin.call.credentials.revoke({ credentialId: revoked.credentialId });
      await deliver(later(gateway.gateway, 100), deliveryId, never);
      expect((await readDeliveries(revoked))[0]?.status).toBe("failed");
      expect(receiver.received).toHaveLength(1);
    });
  });

  it("is not called for requests with other API keys, nor after its removal", async () => {
    const one = await issue();
    const other = await admin.call.credentials.issue({ name: "another backend" });
    await sendAndDecide(roles, other.key);
    await watchEvents(gateway.gateway);
    await admin.call.channel.remove({ owner: one.credentialId });
    await sendAndDecide(roles, one.key);
    await watchEvents(gateway.gateway);
    expect(await readDeliveries(one)).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it("is set and removed with audit events that contain neither its path nor its secret", async () => {
    const { credentialId, secret } = await issue();
    await admin.call.channel.remove({ owner: credentialId });
    const { events } = await admin.call.audit.list({ limit: 2 });
    const [removed, set] = events.map(({ event }) => event);
    expect(removed).toMatchObject({ kind: "webhook.removed", credential_id: credentialId });
    expect(set).toMatchObject({ kind: "webhook.set", origin: new URL(receiver.url).origin });
    expect(JSON.stringify(set)).not.toContain("/hooks");
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it("stores its secret only encrypted", async () => {
    const { credentialId, secret } = await issue();
    const { rows } = await gateway.gateway.database.pool.query("select sealed from webhooks where owner = $1", [
      credentialId,
    ]);
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(rows[0].sealed.includes(bytes)).toBe(false);
    expect(rows[0].sealed.includes(Buffer.from(secret))).toBe(false);
    expect(JSON.stringify(await admin.call.channel.get({ owner: credentialId }))).not.toContain(secret);
  });
});

it("a deployment that does not permit private addresses refuses private addresses and http", async () => {
  const plain = await signInRoles();
  const { credentialId } = await plain.admin.call.credentials.issue({ name: "a backend" });
  const set = (url: string) => plain.admin.call.channel.set({ owner: credentialId, format: "signed", url });
  for (const url of ["http://example.com/", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]/"]) {
    await expect(set(url)).rejects.toThrow("Use an https URL on the public internet.");
  }
  for (const url of ["https://user:password@example.com/", "ftp://example.com", "example.com", "https://a/#b"]) {
    await expect(set(url)).rejects.toThrow();
  }
  await expect(set("https://localhost/hooks")).rejects.toThrow(
    "The webhook cannot be sent to localhost: the IP address is private or reserved.",
  );
  const actor = { type: "system", id: "test" } as const;
  const setWith = (lookUp: LookupFunction) =>
    setWebhook(
      plain.gateway.gateway,
      actor,
      { owner: credentialId, format: "signed", url: "https://hooks.example.com/a" },
      freeWork(),
      lookUp,
    );
  await expect(
    setWith((_name, _options, done) => done(Object.assign(new Error(), { code: "ENOTFOUND" }), "")),
  ).rejects.toThrow("The webhook cannot be sent to hooks.example.com: the host name was not found.");
  expect(await plain.admin.call.channel.get({ owner: credentialId })).toMatchObject({ url: null });
  await setWith((_name, _options, done) => done(null, [{ address: "93.184.216.34", family: 4 }]));
  expect(await plain.admin.call.channel.get({ owner: credentialId })).toMatchObject({ url: expect.any(String) });
});

it("a delivery pending when the process stops is delivered by the next process", async () => {
  const DATA_DIR = await copySeededFolder();
  const first = await signInRoles({ ...ALLOWS, DATA_DIR });
  holdJobs(first.gateway);
  const { credentialId, key } = await issue(first.admin);
  receiver.answer(500);
  await sendAndDecide(first, key);
  await watchEvents(first.gateway.gateway);
  const [delivery] = await readDeliveries({ credentialId }, first.admin);
  await deliver(first.gateway.gateway, delivery?.deliveryId ?? "", never);
  // Skips the ten-second delay.
  await first.gateway.gateway.database.pool.query("update webhook_deliveries set next_at = created_at");
  await first.gateway.stop();
  await startGateway({ ...ALLOWS, DATA_DIR });
  await until("the second attempt", () => receiver.received[1]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([delivery?.deliveryId, delivery?.deliveryId]);
});

it.runIf(TEST_DATABASE_URL !== undefined)("two gateways on one database deliver once", async () => {
  const database = await createDatabase();
  const shared = { AUTH_SECRET: "the secret that both gateways share", LOG_KEY_FILE: makeLogKey() };
  const environment = { ...ALLOWS, DATABASE_URL: database.url, ...shared };
  const one = await signInRoles(environment);
  const other: TestGateway = await startGateway(environment);
  const { credentialId, key } = await issue(one.admin);
  for (let count = 0; count < 3; count++) await sendAndDecide(one, key);
  await Promise.all([one.gateway, other, one.gateway, other].map(({ gateway }) => watchEvents(gateway)));
  await until("three delivered webhooks", async () => {
    const all = await readDeliveries({ credentialId }, one.admin);
    return all.length === 3 && all.every(({ status }) => status === "delivered");
  });
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
});
