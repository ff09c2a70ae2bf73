import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Member, Role } from "#lib/domain/members.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { exportContents } from "#server/audit/export/contents-file.ts";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { proveEvent } from "#server/console/audit-log/prove-event.ts";
import { readableEvents } from "#server/console/audit-log/readable-events.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { effort } from "#test/effort.ts";
import { approve, newCases, upload } from "#test/evaluation.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const MARKER = "zqx";
/** Returns a text that appears nowhere else. */
const text = () => `${MARKER}${randomUUID().replaceAll("-", "")}`;

const { gateway, admin, researcher, reviewer } = await signInRoles();
afterAll(() => gateway.stop());
const { database, checkpoints, tree } = gateway.gateway;

/** Returns a request whose options, sources and texts are markers; the last observation cannot be used. */
function markedRequest(): PredictionRequest {
  const request = newRequest();
  const [one, other] = [text(), text()];
  const said = (data: object) => ({ type: "structured" as const, data: { ...data }, observed_at: request.input.as_of });
  const context = [
    said({ kind: "forecast", source: text(), probabilities: { [one]: 0.7, [other]: 0.3 } }),
    said({ kind: "counts", reference_class: text(), counts: { [one]: 3, [other]: 1 } }),
    said({ kind: text() }),
  ];
  const criteria = { [one]: text(), [other]: text() };
  return {
    ...request,
    task: { ...request.task, instructions: text(), criteria },
    input: { ...request.input, context },
  };
}

async function submit(request = markedRequest()) {
  const seen = await researcher.call.submissions.submit({ request, title: text(), note: text() });
  return { ...seen, request };
}

/** The parts of a history. Each leaves texts in the contents of events. */
const ACTIONS = {
  async forecast() {
    const { request, taskId, ...seen } = await submit();
    await reviewer.call.reviews.decide({ ...approval({ taskId, ...seen }), note: text() });
    await gateway.post(JSON.stringify(request));
    await researcher.call.questions.addNote({ taskId, text: text() });
    await researcher.call.questions.tag({ taskId, tag: text(), active: true });
    const [option = ""] = Object.keys(request.task.criteria);
    const happenedAt = "2026-06-20T12:00:00Z";
    await researcher.call.outcomes.record({ taskId, option, source: text(), note: text(), happenedAt });
    await reviewer.call.reviews.revoke({ kind: "binding", taskId, reason: text() });
  },
  async rejection() {
    await reviewer.call.reviews.decide({ ...approval(await submit()), binding: "reject", note: text() });
  },
  async refusals() {
    const { task, ...request } = markedRequest();
    await gateway.post(JSON.stringify({ ...request, task: { ...task, [text()]: 1, criteria: { [`?${text()}`]: 1 } } }));
    await gateway.post(JSON.stringify({ ...request, task }));
  },
  async members() {
    await (await addSession(gateway, "researcher")).call.members.rename({ name: text() });
    await admin.call.members.invite({ email: `${text()}@example.com`, role: "researcher" });
    await admin.call.credentials.issue({ name: text() });
    await admin.call.reviews.setGuideline({ text: text() });
  },
  async aliases() {
    await admin.call.outcomes.changeAlias({ alias: text(), source: text() });
  },
  async evaluation() {
    const evaluationId = await upload(gateway, researcher, newCases(2));
    await approve(reviewer, evaluationId);
    await researcher.call.evaluations.act({ evaluationId, action: "stop" });
  },
};

const memberOf = ({ memberId }: ConsoleSession, role: Role): Member => ({ id: memberId, name: "", email: "", role });

const verify = () => verifyAuditLog(database, checkpoints, COMPARISONS);

async function rowsOf<Row>(statement: string): Promise<Row[]> {
  return (await database.pool.query(statement)).rows;
}

describe("the contents of events", () => {
  it("are the only texts of a generated history; erased, they leave every proof valid, and changed, they are found", async () => {
    const names = fc.shuffledSubarray(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(names, fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }), async (history, erased) => {
        for (const name of history) await ACTIONS[name]();
        await tree.grow();
        const [hashed] = await rowsOf<{ found: boolean }>(
          `select bool_or(position('${MARKER}' in convert_from(body, 'UTF8')) > 0) as found from events`,
        );
        expect(hashed?.found).toBe(false);
        const contents = await rowsOf<{ seq: string; field: string; disclosure: string }>(
          "select * from event_contents order by seq, field",
        );
        const proofs: string[] = [];
        for (const seq of new Set(contents.slice(-10).map((one) => Number(one.seq))))
          proofs.push(await proveEvent(gateway.gateway, memberOf(admin, "admin"), seq));
        const before = await verify();
        expect(before.errors).toEqual([]);
        const gone = contents.filter((_, index) => erased[index % erased.length]);
        for (const { seq, field } of gone)
          await database.pool.query("delete from event_contents where seq = $1 and field = $2", [seq, field]);
        const after = await verify();
        expect(after).toMatchObject({ errors: [], missingContents: before.missingContents + gone.length });
        const policy = await parsePolicy(tree.printPolicy());
        for (const proof of proofs) expect((await verifyProof(proof, policy)).ok).toBe(true);
        const kept = await rowsOf<{ seq: string; field: string }>("select seq, field from event_contents limit 1");
        for (const { seq, field } of kept) await expectChangeFound(seq, field);
      }),
      { numRuns: effort({ sample: 3, full: 40 }), endOnFailure: true },
    );
  }, 600_000);
});

/** Replaces a content with another one of the same form, verifies, and restores it. */
async function expectChangeFound(seq: string, field: string): Promise<void> {
  const where = "where seq = $1 and field = $2";
  const { rows } = await database.pool.query(`delete from event_contents ${where} returning disclosure`, [seq, field]);
  const [salt, name] = JSON.parse(Buffer.from(rows[0].disclosure, "base64url").toString());
  const forged = Buffer.from(JSON.stringify([salt, name, "forged"])).toString("base64url");
  await database.pool.query("insert into event_contents values ($1, $2, $3)", [seq, field, forged]);
  const message = `the content ${field} is not the recorded one`;
  expect((await verify()).errors).toContainEqual({ seq: Number(seq), message });
  await database.pool.query(`delete from event_contents ${where}`, [seq, field]);
  await database.pool.query("insert into event_contents values ($1, $2, $3)", [seq, field, rows[0].disclosure]);
}

const GUESSES = 2 ** 20;

describe("a verdict that another reviewer may not read yet", () => {
  it("is not in an export or a proof, and cannot be found with 2^20 guesses of everything that the reader sees", async () => {
    const roles = await signInRoles({ REVIEWS_REQUIRED: "2" });
    const context = roles.gateway.gateway;
    const seen = await roles.researcher.call.submissions.submit({ request: newRequest() });
    await roles.reviewer.call.reviews.decide(approval(seen));
    const second = await addSession(roles.gateway, "reviewer");
    onTestFinished(() => roles.gateway.stop());
    const lines: string[] = [];
    for await (const part of exportAuditLog(context)) lines.push(...part.trimEnd().split("\n"));
    const isReadable = await readableEvents(context, memberOf(second, "reviewer"));
    const range = { above: 0, upTo: Number.MAX_SAFE_INTEGER };
    const contents: string[] = [];
    for await (const line of exportContents(context.database, range, isReadable)) contents.push(line);
    const { seq, hash, event } = lines
      .map((line) => JSON.parse(line))
      .findLast((one) => one.event?.kind === "review.decided");
    expect(contents.some((line) => JSON.parse(line).seq === seq)).toBe(false);
    const proof = await verifyProof(
      await proveEvent(context, memberOf(second, "reviewer"), seq),
      await parsePolicy(context.tree.printPolicy()),
    );
    expect(proof).toMatchObject({ ok: true, value: { contents: {} } });

    const visible = [...new Set([...lines, ...contents, hash].flatMap((line) => line.match(/[\w-]{16,}/g) ?? []))];
    const granted = { binding_id: null, approval_id: null };
    const verdicts = ["approve", "changes", "reject"].flatMap((binding) =>
      ["approve", "changes", "reject"].flatMap((quality) =>
        Array.from({ length: 16 }, (_, bits) => {
          const checklist = Object.fromEntries(
            ["cutoff", "decidable", "exclusive", "sources"].map((name, index) => [name, ((bits >> index) & 1) === 1]),
          );
          return JSON.stringify({ binding, quality, checklist, status: "submitted", granted });
        }),
      ),
    );
    const name = `review.decided/${event.event_id}/decision`;
    const digestOf = (salt: string, verdict: string) => {
      const disclosure = Buffer.from(`["${salt}","${name}",${verdict}]`).toString("base64url");
      return createHash("sha256").update(disclosure).digest("base64url");
    };
    const known = new Set<string>(Object.values(event.contents));
    let found = 0;
    for (let guess = 0; guess < GUESSES; guess++) {
      const verdict = verdicts[guess % verdicts.length] ?? "";
      const salt = visible[Math.floor(guess / verdicts.length) % visible.length] ?? "";
      if (known.has(digestOf(salt, verdict))) found++;
    }
    expect(found).toBe(0);
    // With its random bytes, the same attack finds the verdict.
    const { rows } = await context.database.pool.query(
      "select disclosure from event_contents where seq = $1 and field = 'decision'",
      [seq],
    );
    const [salt, , decision] = JSON.parse(Buffer.from(rows[0].disclosure, "base64url").toString());
    expect(known.has(digestOf(salt, JSON.stringify(decision)))).toBe(true);
    expect(verdicts.map((one) => JSON.parse(one))).toContainEqual(decision);
  }, 120_000);
});
