import { beforeEach, describe, expect, it } from "vitest";
import { type ChannelType, channelMessageSchema } from "#lib/contract/webhook.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { catchLog } from "#test/catch-log.ts";
import { signInAs } from "#test/console-session.ts";
import { dumpDatabase } from "#test/dump-database.ts";
import { listen } from "#test/listen.ts";
import { startGateway } from "#test/start-gateway.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { addOrganisationMessage } from "./add-deliveries.ts";
import { deliver } from "./deliver-webhook.ts";
import { signatureHeaders } from "./post-webhook.ts";

const log = catchLog();
const receiver = await startWebhookReceiver();
const gateway = await startGateway({ WEBHOOK_ALLOW_PRIVATE: "1" }, log.change);
const admin = await signInAs(gateway, "admin");
const { channel, credentials } = admin.call;
// Only the tests deliver.
Object.assign(gateway.gateway.jobs, { send: async () => {} });

const never = new AbortController().signal;
let now = Date.now();
const context = { ...gateway.gateway, now: () => new Date(now) };
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer();
  await gateway.gateway.database.pool.query("delete from webhooks; delete from webhook_deliveries");
});

const TIMESTAMP = "2026-11-22T10:15:00.000Z";
const TYPES: readonly ChannelType[] = [
  ...(["submission.waiting", "submission.overdue", "outcome.due", "audit.alarm"] as const),
];

function add(type: ChannelType = "submission.waiting", items: readonly string[] = ["one", "two", "three"]) {
  const news = { type, count: items.length, items: [...items], path: "/review?a=1&b=2", timestamp: TIMESTAMP };
  return inTransaction(gateway.gateway.database, (transaction) => addOrganisationMessage(transaction, context, news));
}

const attempt = (id: string | undefined) => deliver(context, id ?? "", never);

async function read(id: string | undefined, owner = "organisation") {
  return (await channel.get({ owner })).deliveries.find(({ deliveryId }) => deliveryId === id);
}

/** Sets the webhook of the organisation in a format, or that of an API key. Returns its owner. */
async function setUp(whose: "signed" | "slack" | "key"): Promise<string> {
  const owner = whose === "key" ? (await credentials.issue({ name: "a backend" })).credentialId : "organisation";
  await channel.set({ owner, format: whose === "key" ? "signed" : whose, url: receiver.url });
  return owner;
}

describe("the webhook of the organisation", () => {
  it("delivers each type of message, signed, with the first 100 items", async () => {
    const { secret } = await channel.set({ format: "signed", url: receiver.url });
    for (const type of TYPES) {
      const id = await add(
        type,
        Array.from({ length: 120 }, (_, index) => `item ${index}`),
      );
      await attempt(id);
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: "" };
      const { data, ...message } = channelMessageSchema.parse(JSON.parse(body));
      expect(message).toEqual({ id, type, timestamp: TIMESTAMP });
      expect(data).toMatchObject({ count: 120, url: `${context.config.consoleUrl}/review?a=1&b=2` });
      expect([data.items.length, data.items[99]]).toEqual([100, "item 99"]);
      expect(headers).toMatchObject(signatureHeaders(secret ?? "", { id: id ?? "", at: context.now(), body }));
      expect(await read(id)).toMatchObject({ type, status: "delivered" });
    }
  });

  it("sends Slack only a text, without items and without a signature", async () => {
    expect(await channel.set({ format: "slack", url: receiver.url })).toEqual({ secret: null });
    for (const type of TYPES) {
      await attempt(await add(type));
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: "" };
      expect(JSON.parse(body)).toEqual({
        text: expect.stringMatching(/^3 [a-z ]+\. <http:\/\/[^<>|]+\/review\?a=1&amp;b=2\|Open [a-z ]+>$/),
      });
      expect(headers["content-type"]).toBe("application/json");
      expect(Object.keys(headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
      for (const item of ["one", "two"]) expect(body).not.toContain(item);
    }
    await attempt((await channel.test({})).deliveryId);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toEqual({ text: expect.any(String) });
  });

  it("sends a waiting message in the format that is set when it is sent", async () => {
    await setUp("slack");
    receiver.answer(500);
    const id = await add();
    await attempt(id);
    await setUp("signed");
    now += 20_000;
    await attempt(id);
    expect(channelMessageSchema.parse(JSON.parse(receiver.received[1]?.body ?? "")).id).toBe(id);
  });

  it("gets nothing before it is set and after it is removed", async () => {
    expect(await add()).toBeUndefined();
    await expect(channel.test({})).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(channel.remove({})).rejects.toMatchObject({ code: "NOT_FOUND" });
    await setUp("slack");
    const id = await add();
    await channel.remove({});
    expect(await add()).toBeUndefined();
    await attempt(id);
    expect(await read(id)).toMatchObject({ status: "failed", attempts: [] });
    expect(receiver.received).toEqual([]);
  });

  it("is set and removed with audit events", async () => {
    await setUp("slack");
    await channel.remove({});
    const { events } = await admin.call.audit.list({ limit: 2 });
    const { origin } = new URL(receiver.url);
    expect(events.map(({ event }) => event)).toMatchObject([
      { kind: "webhook.removed" },
      { kind: "webhook.set", format: "slack", origin },
    ]);
  });

  it("is the only one that can have the format of Slack", async () => {
    const { credentialId } = await credentials.issue({ name: "a backend" });
    const set = channel.set({ owner: credentialId, format: "slack", url: receiver.url });
    await expect(set).rejects.toThrow("Only the organisation can have a webhook for Slack.");
  });

  it("never shows, logs or stores the path of a Slack address in plain text", async () => {
    const secret = "B0SECRET/token-of-the-channel";
    const url = `${receiver.url}/${secret}`;
    await channel.set({ format: "slack", url });
    receiver.answer(500, 410);
    const id = await add();
    await attempt(id);
    now += 20_000;
    await attempt(id);
    const shown = await channel.get({});
    expect(shown).toMatchObject({ format: "slack", url: new URL(url).origin, deadStatus: 410 });
    expect(log.text()).toContain("receiver is gone");
    const events = await admin.call.audit.list({});
    const dump = await dumpDatabase(gateway.gateway.database.pool);
    expect(dump).toContain("webhook.set");
    for (const text of [log.text(), dump, JSON.stringify([shown, events])]) expect(text).not.toContain(secret);
  });
});

describe.each(["signed", "slack", "key"] as const)("the webhook %s", (whose) => {
  it.each([
    ["whole seconds", () => "120", 120],
    ["an HTTP date", () => new Date(now + 300_000).toUTCString(), 300],
    ["less than the usual delay", () => "3", 10],
    ["more than a day", () => "999999999", 86_400],
    ["something else", () => "soon", 10],
  ])("waits after 429 if Retry-After is %s", async (_, retryAfter, seconds) => {
    now = Math.ceil(now / 1_000) * 1_000;
    const start = now;
    const owner = await setUp(whose);
    receiver.answer([429, retryAfter()]);
    const { deliveryId } = await channel.test({ owner });
    await attempt(deliveryId);
    expect(await read(deliveryId, owner)).toMatchObject({
      status: "waiting",
      nextAt: new Date(start + seconds * 1_000).toISOString(),
    });
    now = start + seconds * 1_000 - 1;
    await attempt(deliveryId);
    expect(receiver.received).toHaveLength(1);
    now++;
    await attempt(deliveryId);
    expect((await read(deliveryId, owner))?.status).toBe("delivered");
  });

  it("ends after 410: waiting deliveries fail, and nothing is added until it is set again", async () => {
    const owner = await setUp(whose);
    const test = async () => (await channel.test({ owner })).deliveryId;
    const [first, second, third] = [await test(), await test(), await test()];
    receiver.answer(410, 410);
    await Promise.all([attempt(first), attempt(second)]);
    const { deadAt, deadStatus, deliveries } = await channel.get({ owner });
    expect([deadAt, deadStatus]).toEqual([context.now().toISOString(), 410]);
    expect(deliveries.map(({ status, nextAt }) => [status, nextAt])).toEqual(Array(3).fill(["failed", null]));
    const sent = receiver.received.length;
    await attempt(third);
    expect(receiver.received).toHaveLength(sent);
    await expect(test()).rejects.toMatchObject({ code: "NOT_FOUND" });
    if (whose !== "key") expect(await add()).toBeUndefined();
    await channel.set({ owner, format: whose === "slack" ? "slack" : "signed", url: receiver.url });
    expect(await channel.get({ owner })).toMatchObject({ deadAt: null, deadStatus: null });
    await attempt(await test());
    expect(receiver.received).toHaveLength(sent + 1);
  });

  it(`${whose === "slack" ? "ends" : "is retried"} after 404`, async () => {
    const owner = await setUp(whose);
    receiver.answer(404);
    const { deliveryId } = await channel.test({ owner });
    await attempt(deliveryId);
    expect((await read(deliveryId, owner))?.status).toBe(whose === "slack" ? "failed" : "waiting");
    expect((await channel.get({ owner })).deadStatus).toBe(whose === "slack" ? 404 : null);
  });
});

it("a webhook does not end if another address was saved during the attempt", async () => {
  const old = await listen(async (_, response) => {
    await setUp("slack");
    response.writeHead(410).end();
  });
  await channel.set({ format: "slack", url: old.origin });
  const id = await add();
  await attempt(id);
  expect(await read(id)).toMatchObject({ status: "waiting", attempts: [{ status: 410 }] });
  now += 20_000;
  await attempt(id);
  expect((await read(id))?.status).toBe("delivered");
});
