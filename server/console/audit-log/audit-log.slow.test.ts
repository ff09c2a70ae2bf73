import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { responseSchema } from "#lib/contract/response.ts";
import { exportLine, readExport } from "#server/audit/export/read-links.ts";
import type { Event } from "#server/audit/log/event.ts";
import { recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { identify } from "#server/base/digest.ts";
import { change } from "#test/change.ts";
import { type ConsoleSession, signInAs } from "#test/console-session.ts";
import { linesOf } from "#test/event-lines.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { makeEvents, readAll } from "#test/make-events.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

const example = readExample("binary");
const body = JSON.stringify(example);
const DISABLED = { kind: "member.disabled", member_id: "nobody" } as const;

let gateway: TestGateway;
let researcher: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway();
  researcher = await signInAs(gateway, "researcher");
  await makeEvents(gateway);
});
afterAll(() => gateway.stop());

describe("the audit log of a prediction", () => {
  it("has an opened and an answered event, with the result that the caller received", async () => {
    const reply = await gateway.post(body);
    const [answered, opened] = await eventsOf(gateway, reply);
    const subject = {
      request_id: reply.body.request_id,
      release: "service-r13-c",
      task_id: identify(example.task).id,
      input_id: reply.body.input_id,
    };
    expect(opened).toMatchObject({ kind: "prediction.opened", ...subject });
    const { result, timing, generated_at, model_version } = responseSchema.parse(reply.body);
    expect(answered).toMatchObject({
      kind: "prediction.answered",
      ...subject,
      ...recordAnswer(example, result),
      timing,
      generated_at,
      model_version,
    });
    expect(Object(answered).trace).toMatchObject({});
    for (const event of [opened, answered]) expect(event?.actor).toMatchObject({ type: "credential" });
  });

  it("contains ids, never the content of requests", async () => {
    await gateway.post(body);
    await gateway.post(JSON.stringify(change("/task/type", "words of the caller")));
    const events = (await readAll(gateway)).map((link) => link.body.toString()).join();
    expect(events).not.toContain("harbour tram");
    expect(events).not.toContain("words of the caller");
  });
});

describe("the hash chain of the audit log", () => {
  it("is intact after events of many kinds, and can be verified by members", async () => {
    const report = await researcher.call.audit.verify();
    expect(report).toMatchObject({ ok: true, errors: [], events: (await readAll(gateway)).length });
    const kinds = new Set((await readAll(gateway)).map((link) => link.columns?.kind));
    expect([...kinds].sort()).toEqual([
      ...["credential.issued", "credential.revoked", "credential.rotated", "log.key_added", "member.added"],
      ...["outcome.confirmed", "outcome.recorded"],
      ...["prediction.answered", "prediction.opened", "prediction.refused", "question.noted"],
      ...["review.decided", "review.revoked", "submission.created", "submission.withdrawn", "tag.changed"],
    ]);
  });

  it("rejects updates, deletes and truncation in the database", async () => {
    const { pool } = gateway.gateway.database;
    const statements = ["update events set code = null", "delete from events where seq = 1", "truncate events"];
    for (const statement of statements) await expect(pool.query(statement)).rejects.toThrow("append-only");
  });

  it.each([
    ["with an extra column", (line: string) => `x\t${line}`],
    ["without a column", (line: string) => line.replace("\t", "")],
    ["split by a line break", (line: string) => line.replace("\t", "\n")],
    ["with only its body", (line: string) => line.split("\t").at(-2) ?? ""],
  ])("rejects an event %s, together with its whole batch", async (_, damage) => {
    const event: Event = { actor: { type: "system", id: "t" }, at: new Date().toISOString(), ...DISABLED };
    const lines = `${linesOf([event])}\n${damage(linesOf([event]))}`;
    const before = await readAll(gateway);
    await expect(gateway.gateway.database.pool.query("select append_events($1)", [lines])).rejects.toThrow(
      /instead of 14/,
    );
    expect(await readAll(gateway)).toEqual(before);
  });
});

describe("an export of the audit log", () => {
  it("can be verified offline, and fails verification after any change", async () => {
    const { checkpoints, tree } = gateway.gateway;
    await tree.grow();
    const lines = (await readAll(gateway)).map(exportLine);
    const folder = mkdtempSync(join(tmpdir(), "export-"));
    const file = join(folder, "record.jsonl");
    const check = async (changed: readonly string[]) => {
      writeFileSync(file, `${changed.join("\n")}\n`);
      return verifyChain(readExport(file), checkpoints);
    };
    try {
      expect(await check(lines)).toMatchObject({ ok: true, errors: [], events: lines.length });
      const turn = (line: string, index: number) => (index === 5 ? line.replace(/"kind":"[^"]*"/, '"kind":"x"') : line);
      expect((await check(lines.map(turn))).ok).toBe(false);
      expect((await check(lines.toSpliced(3, 1))).ok).toBe(false);
      expect((await check(lines.slice(0, -1))).ok).toBe(false);
      expect((await check(lines.toReversed())).ok).toBe(false);
      expect((await check([...lines, lines.at(-1) ?? ""])).ok).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("audit.list", () => {
  it("pages through all events, newest first, and filters by kind and code", async () => {
    const all = await readAll(gateway);
    const seqs: number[] = [];
    for (let after: number | undefined; ; ) {
      const page = await researcher.call.audit.list({ limit: 7, after });
      seqs.push(...page.events.map(({ seq }) => seq));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seqs).toEqual(all.map(({ seq }) => seq).reverse());
    const refused = await researcher.call.audit.list({ kind: "prediction.refused", code: "INVALID_JSON" });
    expect(refused.events.map(({ event }) => event.kind)).toEqual(["prediction.refused"]);
    const [newest] = (await researcher.call.audit.list({ limit: 1 })).events;
    expect(newest?.hash).toBe(all.at(-1)?.hash.toString("hex"));
  });
});
