import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { rewriteArchives } from "#server/audit/erasure/rewrite-archives.ts";
import { contentsFileOf, exportContents } from "#server/audit/export/contents-file.ts";
import { exportLine, readExport, readLinks } from "#server/audit/export/read-links.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { proveEvent } from "#server/console/audit-log/prove-event.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { HELD_CONTENT, readHeld } from "#server/db/held-content.ts";
import { addSession } from "#test/console-session.ts";
import { approval, confirmOutcome, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { carryOutDue } from "./erasures.ts";

const { gateway, admin, researcher, reviewer } = await signInRoles();
const other = await addSession(gateway, "admin");
afterAll(() => gateway.stop());
const { database, checkpoints, tree } = gateway.gateway;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const verify = () => verifyAuditLog(database, checkpoints, COMPARISONS);

/** Returns a request whose texts, options and source contain the marker. */
function markedRequest(marker: string): PredictionRequest {
  const { model, task, input } = newRequest();
  const [one, two] = [`yes-${marker}`, `no-${marker}`];
  const observed_at = input.as_of;
  const data = { kind: "forecast", source: `source ${marker}`, probabilities: { [one]: 0.7, [two]: 0.3 } };
  const context = [
    { type: "structured" as const, data, observed_at },
    { type: "text" as const, text: `A long observation about ${marker}`, observed_at },
  ];
  const criteria = { [one]: `is ${marker}`, [two]: null };
  const instructions = `Will this long question of ${marker} be erased?`;
  return { model, task: { ...task, instructions, criteria }, input: { ...input, context } };
}

/** Returns the columns of all tables of the database that contain a text, also inside disclosures and bytes. */
async function findEverywhere(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ table: string; column: string; type: string }>(
    `select c.table_schema || '.' || c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table, column, type } of rows) {
    const form = column === "disclosure" ? "disclosure" : type === "bytea" ? "bytes" : "text";
    const read = form === "bytes" ? `encode("${column}", 'escape')` : readHeld(column, form);
    const { rows: hits } = await database.pool.query(`select from ${table} where position($1 in ${read}) > 0`, [text]);
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

async function erase(thing: "submission" | "note" | "member", subjectId: string) {
  const { erasureId } = await admin.call.erasures.request({ thing, subjectId, rule: "personal_data" });
  await other.call.erasures.confirm({ erasureId });
}

/** Fills the gateway through its entrances with texts that contain the marker. */
async function fill(marker: string) {
  const request = markedRequest(marker);
  const text = `note ${marker}`;
  await gateway.post(JSON.stringify(request));
  const seen = await researcher.call.submissions.submit({
    request,
    title: `title ${marker}`,
    note: text,
    own_id: marker,
  });
  await reviewer.call.reviews.decide({ ...approval(seen), note: text });
  const [sent] = (
    await database.pool.query("select id from submissions where task_id = $1 and id <> $2", [
      seen.taskId,
      seen.submissionId,
    ])
  ).rows;
  const key = `"${randomUUID()}"`;
  const answered = await gateway.post(JSON.stringify(request), { "idempotency-key": key });
  const { taskId } = seen;
  await researcher.call.questions.addNote({ taskId, text });
  await researcher.call.questions.tag({ taskId, tag: marker.slice(0, 20), active: true });
  const [option = ""] = Object.keys(request.task.criteria);
  const happenedAt = "2026-06-20T12:00:00Z";
  await confirmOutcome(researcher, reviewer, { taskId, option, source: text, note: text, happenedAt });
  const content = JSON.stringify({ instructions: request.task.instructions });
  const draft = { draftId: randomUUID(), title: marker, content, saveId: randomUUID(), replaces: [null] };
  await researcher.call.drafts.save(draft);
  await gateway.gateway.scores.update();
  return { request, seen, key, answered, sent: String(sent?.id) };
}

/** Columns of texts that the gateway makes itself: ids, digests, codes, and secrets or their digests. */
const PLAIN = new Set(
  `account_id actor_id alg approved as_of author_id body:events canonical_id caller_id cases_digest checklist choice_id
  code columns confirmed_by created_by credential_id cron currency data_digest database_id digest due engine ended_by
  erased_by field file_id findings format hash holder horizon id input_id key_hash key_id kind mail_schedule member_id
  name:reports name:watched_events origin owner password payer payer_id probabilities provider_id public_key purpose
  quality binding reason recipient recorded_by release report_digest request_digest requested_by retention review
  reviewer_id reviewers revoked_by role rule scope scopes sealed secret_hash status subject subject_id task_id thing
  time_zone token token_hash uploaded_by user_id version assigned_to option_order limited_to owner_id disabled_by set_by`.split(
    /\s+/,
  ),
);

describe("the list of content", () => {
  it("has every column of the schema that can contain a text", async () => {
    const { rows } = await database.pool.query<{ table: string; column: string }>(
      `select case c.table_schema when 'public' then '' else c.table_schema || '.' end || c.table_name as table,
         c.column_name as column
       from information_schema.columns c join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and data_type in ('text', 'ARRAY', 'jsonb', 'json', 'bytea', 'character varying')`,
    );
    const missing = rows.filter(
      ({ table, column }) =>
        HELD_CONTENT[table]?.[1][column] === undefined && !PLAIN.has(column) && !PLAIN.has(`${column}:${table}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("an erasure", () => {
  it("leaves no copy of a text in any table or response, and keeps every proof", { timeout: 300_000 }, async () => {
    const marker = `zqx${randomUUID().slice(0, 13)}`;
    const { request, seen, key, answered, sent } = await fill(marker);
    expect(answered.status).toBe(200);
    await tree.grow();
    const { rows } = await database.pool.query("select distinct seq from event_contents order by seq desc limit 5");
    const proofs: string[] = [];
    const member = { id: admin.memberId, name: "", email: "", role: "admin" as const };
    for (const { seq } of rows) proofs.push(await proveEvent(gateway.gateway, member, Number(seq)));
    const found = await admin.call.erasures.find({ text: marker });
    expect(new Set(found.map(({ table }) => table))).toContain("event_contents");
    const listed = Object.entries(HELD_CONTENT).flatMap(([table, [, columns]]) =>
      Object.keys(columns).map((column) => `${table.includes(".") ? "" : "public."}${table}.${column}`),
    );
    expect((await findEverywhere(marker)).filter((place) => !listed.includes(place))).toEqual([]);
    expect((await verify()).errors).toEqual([]);

    const { others } = await admin.call.erasures.request({
      ...{ thing: "submission", subjectId: seen.submissionId, rule: "licence_ended" },
    });
    expect(others.map(({ id }) => id)).toEqual([sent]);
    const [{ id: erasureId = "" } = {}] = await admin.call.erasures.list();
    await expect(admin.call.erasures.confirm({ erasureId })).rejects.toThrow("Another administrator");
    await other.call.erasures.confirm({ erasureId });
    expect((await database.pool.query("select from tasks where erased_by is not null")).rows).toHaveLength(0);
    await erase("submission", sent);

    expect(await findEverywhere(marker)).toEqual([]);
    expect((await verify()).errors).toEqual([]);
    const policy = await parsePolicy(tree.printPolicy());
    for (const proof of proofs) expect((await verifyProof(proof, policy)).ok).toBe(true);
    const shown = [
      await researcher.call.submissions.get({ submissionId: seen.submissionId }),
      await researcher.call.questions.get({ taskId: seen.taskId }),
      await admin.call.audit.list({}),
      await admin.call.notices.list(),
      await researcher.call.search.find({ text: marker }),
    ];
    expect(JSON.stringify(shown)).not.toContain(marker);
    expect(JSON.stringify(shown[0])).toMatch(/Erased on \d{4}-\d\d-\d\d by \S+, rule personal_data\./);

    const forecasts = () => database.pool.query("select from events where kind = 'prediction.opened'");
    const before = (await forecasts()).rowCount;
    for (const headers of [{ "idempotency-key": key }, {}]) {
      const refused = await gateway.post(JSON.stringify(request), headers);
      expect(refused.body).toMatchObject({ error: { code: "INPUT_QUALITY_UNVERIFIED", reason: "erased" } });
    }
    expect((await forecasts()).rowCount).toBe(before);
    expect(await findEverywhere(marker)).toEqual([]);

    await expect(researcher.call.submissions.submit({ request })).rejects.toThrow("was erased on");
    const again = await researcher.call.submissions.submit({ request, restore_erased: true });
    expect(again.taskId).toBe(seen.taskId);
    expect((await verify()).errors).toEqual([]);
  });

  it("removes the contents from archives, which stay valid", { timeout: 300_000 }, async () => {
    const marker = `zqa${randomUUID().slice(0, 13)}`;
    const { taskId, submissionId } = await researcher.call.submissions.submit({ request: markedRequest(marker) });
    await researcher.call.questions.addNote({ taskId, text: marker });
    await gateway.post(JSON.stringify(markedRequest(marker)).replace("Will this", "Could this"));
    const folder = mkdtempSync(join(tmpdir(), "erasure-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "audit-log-2026-11-1-9-x.jsonl");
    const links = await all(readLinks(database));
    writeFileSync(file, links.map((link) => `${exportLine(link)}\n`).join(""));
    const contents = await all(exportContents(database, { above: 0, upTo: links.length }));
    writeFileSync(contentsFileOf(file), contents.join(""));
    const read = async () => (await all(readExport(file))).map((link) => openEvent(link.body, link.contents));
    expect(JSON.stringify(await read())).toContain(marker);
    await erase("submission", submissionId);
    expect(await all(rewriteArchives(database, [file]))).toEqual([contentsFileOf(file)]);
    expect(JSON.stringify(await read())).not.toContain(marker);
    expect(await all(rewriteArchives(database, [file]))).toEqual([]);
    expect((await verifyChain(readExport(file), checkpoints, { continues: true })).errors).toEqual([]);
  });

  it("removes a member's name and address, and one note", { timeout: 300_000 }, async () => {
    const marker = `zqm${randomUUID().slice(0, 13)}`;
    const leaver = await addSession(gateway, "researcher");
    await leaver.call.members.rename({ name: `Name ${marker}` });
    await expect(erase("member", leaver.memberId)).rejects.toThrow("Disable the member first");
    await admin.call.members.disable({ memberId: leaver.memberId });
    const [{ id: erasureId = "" } = {}] = await admin.call.erasures.list();
    await other.call.erasures.confirm({ erasureId });
    const { taskId } = await researcher.call.submissions.submit({ request: newRequest() });
    await researcher.call.questions.addNote({ taskId, text: marker });
    const { rows } = await database.pool.query("select id from question_notes where text = $1", [marker]);
    await erase("note", String(rows[0]?.id));
    expect(await findEverywhere(marker)).toEqual([]);
    expect((await verify()).errors).toEqual([]);
  });

  it("by a lone administrator waits a day, and all members are told", { timeout: 300_000 }, async () => {
    const roles = await signInRoles();
    await roles.gateway.gateway.database.pool.query(
      "update members set disabled_at = now() where role = 'admin' and id <> $1",
      [roles.admin.memberId],
    );
    const { submissionId } = await roles.researcher.call.submissions.submit({ request: newRequest() });
    const asked = { thing: "submission", subjectId: submissionId, rule: "contract" } as const;
    const { dueAt } = await roles.admin.call.erasures.request(asked);
    const { notices } = await roles.researcher.call.notices.list();
    expect(notices.map(({ event }) => event.kind)).toContain("erasure.due");
    await carryOutDue(roles.gateway.gateway);
    expect((await roles.admin.call.erasures.list())[0]?.status).toBe("requested");
    await carryOutDue({ ...roles.gateway.gateway, now: () => new Date(String(dueAt)) });
    expect((await roles.admin.call.erasures.list())[0]?.status).toBe("carried_out");
    await roles.gateway.stop();
  });
});
