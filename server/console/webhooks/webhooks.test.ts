import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhookSchema } from "#lib/contract/webhook.ts";
import { identify } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { watchEvents } from "#server/console/notices/watch-events.ts";
import { submissions } from "#server/db/schema.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { approval, newRequest } from "#test/review.ts";
import { type Roles, signInRoles } from "#test/sign-in-roles.ts";
import { send, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { DELAYS, deliver } from "./deliver-webhook.ts";

const ALLOWS = { WEBHOOK_ALLOW_PRIVATE: "1" };
const receiver = await startWebhookReceiver();
const roles = await signInRoles(ALLOWS);
const { gateway, admin } = roles;
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer();
});

const never = new AbortController().signal;

async function issue(session: ConsoleSession = admin, url = receiver.url) {
  const { credentialId, key } = await session.call.credentials.issue({ name: "a backend" });
  const { secret } = await session.call.credentials.setWebhook({ credentialId, url });
  return { credentialId, key, secret };
}

async function sendAndDecide({ gateway, reviewer }: Roles, key: string) {
  const request = newRequest();
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

/** Stops background deliveries, so only the test delivers. Returns a function that restores them. */
function holdJobs({ gateway: { jobs } }: TestGateway): () => void {
  const { send } = jobs;
  Object.assign(jobs, { send: async () => {} });
  return () => void Object.assign(jobs, { send });
}

async function readDeliveries({ credentialId }: { readonly credentialId: string }, session = admin) {
  return (await session.call.credentials.webhook({ credentialId })).deliveries;
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
    const message = webhookSchema.parse(JSON.parse(body));
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

  describe("that its receiver rejects", () => {
    let release: () => void;
    beforeEach(() => {
      release = holdJobs(gateway);
    });
    afterEach(() => release());

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

    it("fails permanently within a day", async () => {
      expect(DELAYS.reduce((sum, delay) => sum + delay)).toBeLessThan(86_400);
      const { credentialId } = await issue();
      receiver.answer(...DELAYS.map(() => 503), 503);
      const { deliveryId } = await admin.call.credentials.testWebhook({ credentialId });
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
      const { deliveryId } = await admin.call.credentials.testWebhook(revoked);
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
    await admin.call.credentials.removeWebhook({ credentialId: one.credentialId });
    await sendAndDecide(roles, one.key);
    await watchEvents(gateway.gateway);
    expect(await readDeliveries(one)).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it("is set and removed with audit events that contain neither its path nor its secret", async () => {
    const { credentialId, secret } = await issue();
    await admin.call.credentials.removeWebhook({ credentialId });
    const { events } = await admin.call.audit.list({ limit: 2 });
    const [removed, set] = events.map(({ event }) => event);
    expect(removed).toMatchObject({ kind: "credential.webhook_removed", credential_id: credentialId });
    expect(set).toMatchObject({ kind: "credential.webhook_set", origin: new URL(receiver.url).origin });
    expect(JSON.stringify(set)).not.toContain("/hooks");
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it("stores its secret only encrypted", async () => {
    const { credentialId, secret } = await issue();
    const { rows } = await gateway.gateway.database.pool.query("select secret from webhooks where credential_id = $1", [
      credentialId,
    ]);
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(rows[0].secret.includes(bytes)).toBe(false);
    expect(rows[0].secret.includes(Buffer.from(secret))).toBe(false);
    expect(JSON.stringify(await admin.call.credentials.webhook({ credentialId }))).not.toContain(secret);
  });
});

it("a deployment that does not permit private addresses refuses private addresses and http", async () => {
  const plain = await signInRoles();
  const { credentialId } = await plain.admin.call.credentials.issue({ name: "a backend" });
  const set = (url: string) => plain.admin.call.credentials.setWebhook({ credentialId, url });
  for (const url of ["http://example.com/", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]/"]) {
    await expect(set(url)).rejects.toThrow("Use an https URL on the public internet.");
  }
  for (const url of ["https://user:password@example.com/", "ftp://example.com", "example.com", "https://a/#b"]) {
    await expect(set(url)).rejects.toThrow();
  }
  await set("https://localhost/hooks");
  await plain.admin.call.credentials.testWebhook({ credentialId });
  const attempt = await until("an attempt", async () => {
    const { deliveries } = await plain.admin.call.credentials.webhook({ credentialId });
    return deliveries[0]?.attempts[0];
  });
  expect(attempt).toMatchObject({ status: null, error: "address" });
  await plain.gateway.stop();
});

it("a delivery pending when the process stops is delivered by the next process", async () => {
  const first = await signInRoles(ALLOWS);
  holdJobs(first.gateway);
  const { credentialId, key } = await issue(first.admin);
  receiver.answer(500);
  await sendAndDecide(first, key);
  await watchEvents(first.gateway.gateway);
  const [delivery] = await readDeliveries({ credentialId }, first.admin);
  await deliver(first.gateway.gateway, delivery?.deliveryId ?? "", never);
  // Skips the ten-second delay.
  await first.gateway.gateway.database.pool.query("update webhook_deliveries set next_at = created_at");
  await first.gateway.close();
  const second = await startGateway({ ...ALLOWS, DATA_DIR: first.gateway.dataDir });
  await until("the second attempt", () => receiver.received[1]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([delivery?.deliveryId, delivery?.deliveryId]);
  await second.stop();
  await first.gateway.stop().catch(() => {});
});

it.runIf(TEST_DATABASE_URL !== undefined)("two gateways on one database deliver once", async () => {
  const database = await createDatabase();
  const environment = { ...ALLOWS, DATABASE_URL: database.url, AUTH_SECRET: "the secret that both gateways share" };
  const one = await signInRoles(environment);
  const other: TestGateway = await startGateway(environment);
  try {
    const { credentialId, key } = await issue(one.admin);
    for (let count = 0; count < 3; count++) await sendAndDecide(one, key);
    await Promise.all([one.gateway, other, one.gateway, other].map(({ gateway }) => watchEvents(gateway)));
    await until("three delivered webhooks", async () => {
      const all = await readDeliveries({ credentialId }, one.admin);
      return all.length === 3 && all.every(({ status }) => status === "delivered") ? true : undefined;
    });
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
  } finally {
    await other.stop();
    await one.gateway.stop();
    await database.drop();
  }
});
