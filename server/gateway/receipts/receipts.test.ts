import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import type { Event } from "#server/audit/log/event.ts";
import { findReceiptError } from "#server/audit/verification/verify-receipt.ts";
import { answerReceipt } from "#server/gateway/http/answer-receipt.ts";
import { effort } from "#test/effort.ts";
import { linesOf } from "#test/event-lines.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import type { Receipt } from "./get-receipt.ts";

const MANY = effort({ sample: 50, full: 1_000 });

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function ask(requestId: string, key = gateway.key) {
  const request = new Request(`http://localhost/receipts/${requestId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const response = await answerReceipt(gateway.gateway, request, { requestId });
  return { status: response.status, body: await response.json() };
}

async function predict(body = JSON.stringify(readExample("binary"))): Promise<string> {
  const { headers } = await gateway.post(body);
  return headers.get("x-request-id") ?? "";
}

const errorOf = (receipt: Receipt) =>
  findReceiptError(JSON.parse(JSON.stringify(receipt)), gateway.gateway.checkpoints);

describe("GET /receipts/{request_id}", () => {
  it(`proves the event of each of ${MANY} requests, answered or refused`, async () => {
    await approveAll(gateway.gateway, [readExample("binary")]);
    for (let count = 0; count < MANY; count++) {
      const requestId = await predict(count % 5 === 4 ? "{}" : undefined);
      const { status, body } = await ask(requestId);
      expect(status).toBe(200);
      expect(body.request_id).toBe(requestId);
      expect(body.event.kind).toBe(count % 5 === 4 ? "prediction.refused" : "prediction.answered");
      expect(errorOf(body)).toBeUndefined();
    }
  });

  it("contains the audit log's event at that position", async () => {
    const { body } = await ask(await predict());
    const { rows } = await gateway.gateway.database.pool.query("select body, hash from events where seq = $1", [
      body.seq,
    ]);
    expect(JSON.parse(rows[0].body.toString())).toEqual(body.event);
    expect(rows[0].hash.toString("hex")).toBe(body.hash);
  });

  it.each<[string, (receipt: Receipt) => object, string]>([
    ["event", ({ event }) => ({ event: { ...event, at: "2020-01-01T00:00:00.000Z" } }), "does not match its hash"],
    ["request id", () => ({ request_id: uuid() }), "another request"],
    ["previous hash", ({ hash }) => ({ previous_hash: hash }), "does not match its hash"],
    ["position", ({ seq }) => ({ seq: seq + 1 }), "belongs to another event"],
    [
      "checkpoint",
      ({ checkpoint, seq }) => ({ checkpoint: { ...checkpoint, seq: seq + 1 }, seq: seq + 1 }),
      "signature",
    ],
    ["checkpoint's time", ({ checkpoint }) => ({ checkpoint: { ...checkpoint, at: "2020-01-01" } }), "signature"],
    ["key", ({ checkpoint }) => ({ checkpoint: { ...checkpoint, key_id: "0123456789abcdef" } }), "unknown key"],
    ["checkpoint, which is gone,", () => ({ checkpoint: null }), "belongs to another event"],
  ])("does not verify with another %s", async (_, change, error) => {
    const { body } = await ask(await predict());
    expect(errorOf({ ...body, ...change(body) })).toContain(error);
  });

  it("is available only to the caller of the request", async () => {
    const requestId = await predict();
    const other = await gateway.issue({ name: "another" });
    for (const { status, body } of [
      await ask(requestId, other),
      await ask(uuid()),
      await ask("no-id"),
      await ask("'; drop table events; --"),
    ]) {
      expect(status).toBe(404);
      expect(body.error.code).toBe("INVALID_REQUEST");
    }
    expect(await ask(requestId, "wrong")).toMatchObject({ status: 401, body: { error: { code: "UNAUTHORIZED" } } });
  });

  it("is limited like predictions", async () => {
    const key = await gateway.issue({ name: "limited", ratePerMinute: 1 });
    expect((await ask(uuid(), key)).status).toBe(404);
    expect(await ask(uuid(), key)).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } });
  });

  it("is available after archiving if the hash of the preceding event is still known", async () => {
    await approveAll(gateway.gateway, [readExample("binary")]);
    const kept = await predict();
    const { event } = (await ask(kept)).body;
    const { actor, at } = event;
    const before = new Date(Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1));
    const [afterKept, removed, firstLeft] = [uuid(), uuid(), uuid()];
    const refusal = (request_id: string, when: string): Event => ({
      actor,
      at: when,
      code: "INVALID_JSON",
      issues: [],
      kind: "prediction.refused",
      request_id,
    });
    const { database } = gateway.gateway;
    await database.pool.query("select append_events($1)", [
      linesOf([{ ...event, request_id: afterKept }, refusal(removed, at), refusal(firstLeft, before.toISOString())]),
    ]);
    const { rows } = await database.pool.query("select max(seq)::int as last from events");
    const now = () => new Date(before.getTime() + 3 * 86_400_000);
    const archives = mkdtempSync(join(tmpdir(), "archived-"));
    const [archived] = (await archiveMonths({ ...gateway.gateway, now }, archives, before)).slice(-1);
    rmSync(archives, { recursive: true });
    expect(archived?.last_seq).toBe(rows[0].last - 1);

    const left = await database.pool.query("select request_id from events where kind = 'prediction.answered'");
    expect(left.rows.map(({ request_id }) => request_id)).toEqual(expect.arrayContaining([kept, afterKept]));
    for (const requestId of [afterKept, firstLeft, await predict()]) {
      const { status, body } = await ask(requestId);
      expect(status).toBe(200);
      expect(errorOf(body)).toBeUndefined();
    }
    for (const requestId of [kept, removed]) expect((await ask(requestId)).status).toBe(404);
  });
});
