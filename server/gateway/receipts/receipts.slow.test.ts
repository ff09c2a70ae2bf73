import { v7 as uuid } from "uuid";
import { describe, expect, it } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import type { Event } from "#server/audit/log/event.ts";
import { answerReceipt } from "#server/gateway/http/answer-look-ups.ts";
import { effort } from "#test/effort.ts";
import { linesOf } from "#test/event-lines.ts";
import { makeFolder } from "#test/run-process.ts";
import { approveAll, readExample, startGateway } from "#test/start-gateway.ts";

const MANY = effort({ sample: 50, full: 1_000 });

const gateway = await startGateway();

async function ask(requestId: string, key = gateway.key) {
  const request = new Request(`http://localhost/receipts/${requestId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const response = await answerReceipt(gateway.gateway, request, { requestId });
  return { status: response.status, text: await response.text() };
}

async function predict(body = JSON.stringify(readExample("binary"))): Promise<string> {
  const { headers } = await gateway.post(body);
  return headers.get("x-request-id") ?? "";
}

/** Returns the event in a receipt, after verifying the receipt. */
async function readReceipt(requestId: string) {
  const { status, text } = await ask(requestId);
  expect(status).toBe(200);
  const proof = await verifyProof(text, await parsePolicy(gateway.gateway.tree.printPolicy()));
  if (!proof.ok) throw new Error(proof.error);
  const { index, leaf } = proof.value;
  return { seq: index + 1, hash: Buffer.from(leaf.subarray(0, 32)), body: Buffer.from(leaf.subarray(32)) };
}

describe("GET /receipts/{request_id}", () => {
  it(`proves the event of each of ${MANY} requests, answered or refused`, async () => {
    await approveAll(gateway.gateway, [readExample("binary")]);
    const requests = [];
    for (let count = 0; count < MANY; count++) {
      const isRefused = count % 5 === 4;
      const kind = isRefused ? "prediction.refused" : "prediction.answered";
      requests.push({ kind, request_id: await predict(isRefused ? "{}" : undefined) });
    }
    for (const request of requests) {
      const { seq, hash, body } = await readReceipt(request.request_id);
      expect(JSON.parse(body.toString())).toMatchObject(request);
      const { rows } = await gateway.gateway.database.pool.query("select body, hash from events where seq = $1", [seq]);
      expect(rows).toEqual([{ body, hash }]);
    }
  });

  it("is available only to the caller of the request", async () => {
    const requestId = await predict();
    const other = await gateway.issue({ name: "another" });
    for (const { status, text } of [
      await ask(requestId, other),
      await ask(uuid()),
      await ask("no-id"),
      await ask("'; drop table events; --"),
    ]) {
      expect(status).toBe(404);
      expect(JSON.parse(text).error.code).toBe("INVALID_REQUEST");
    }
    expect(await ask(requestId, "wrong")).toMatchObject({ status: 401, text: expect.stringContaining("UNAUTHORIZED") });
  });

  it("is limited like predictions", async () => {
    const key = await gateway.issue({ name: "limited", ratePerMinute: 1 });
    expect((await ask(uuid(), key)).status).toBe(404);
    expect(await ask(uuid(), key)).toMatchObject({ status: 429, text: expect.stringContaining("RATE_LIMITED") });
  });

  it("is available after archiving for every event that remains, also if the events around it were archived", async () => {
    await approveAll(gateway.gateway, [readExample("binary")]);
    const kept = await predict();
    const event = JSON.parse((await readReceipt(kept)).body.toString());
    const { actor, at } = event;
    const before = new Date(Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1));
    const [afterKept, removed, firstLeft] = [uuid(), uuid(), uuid()];
    const refusal = (request_id: string, when: string): Event => ({
      actor,
      at: when,
      code: "INVALID_JSON",
      codes: [],
      total_ms: 1,
      kind: "prediction.refused",
      request_id,
    });
    const { database } = gateway.gateway;
    await database.pool.query("select append_events($1)", [
      linesOf([{ ...event, request_id: afterKept }, refusal(removed, at), refusal(firstLeft, before.toISOString())]),
    ]);
    const { rows } = await database.pool.query("select max(seq)::int as last from events");
    const now = () => new Date(before.getTime() + 3 * 86_400_000);
    const [archived] = (await archiveMonths({ ...gateway.gateway, now }, makeFolder(), before)).slice(-1);
    expect(archived?.last_seq).toBe(rows[0].last - 1);

    const left = await database.pool.query("select request_id from events where kind = 'prediction.answered'");
    expect(left.rows.map(({ request_id }) => request_id)).toEqual(expect.arrayContaining([kept, afterKept]));
    for (const requestId of [kept, afterKept, firstLeft, await predict()]) await readReceipt(requestId);
    expect(await ask(removed)).toMatchObject({ status: 404 });
  });
});
