import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { ERASED_THINGS } from "#lib/domain/erasures.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { rewriteArchives } from "#server/audit/erasure/rewrite-archives.ts";
import { contentsFileOf, exportContents, tombstoneOf } from "#server/audit/export/contents-file.ts";
import { exportLine, readExport, readLinks } from "#server/audit/export/read-links.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { proveEvent } from "#server/console/audit-log/prove-event.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { HELD_CONTENT } from "#server/db/held-content.ts";
import { addSession } from "#test/console-session.ts";
import { findEverywhere as findIn } from "#test/find-everywhere.ts";
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

const findEverywhere = (text: string) => findIn(database, text);

async function erase(thing: (typeof ERASED_THINGS)[number], subjectId: string) {
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
  time_zone token token_hash uploaded_by user_id version assigned_to option_order limited_to owner_id disabled_by set_by
  name:schema_migrations added_in works_with`.split(/\s+/),
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

  describe("of content in an archive", () => {
    /** Archives a submission with the marker, erases it in the database, and returns the file and its reader. */
    async function archiveErased(marker: string, name = "audit-log-2026-11-1-9-x.jsonl") {
      const { taskId, submissionId } = await researcher.call.submissions.submit({ request: markedRequest(marker) });
      await researcher.call.questions.addNote({ taskId, text: marker });
      await gateway.post(JSON.stringify(markedRequest(marker)).replace("Will this", "Could this"));
      const folder = mkdtempSync(join(tmpdir(), "erasure-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, name);
      const links = await all(readLinks(database));
      writeFileSync(file, links.map((link) => `${exportLine(link)}\n`).join(""));
      const lines = await all(exportContents(database, { above: 0, upTo: links.length }));
      const contents = contentsFileOf(file);
      writeFileSync(contents, lines.join(""));
      const read = async () =>
        JSON.stringify((await all(readExport(file))).map((link) => openEvent(link.body, link.contents)));
      expect(await read()).toContain(marker);
      await erase("submission", submissionId);
      const verifyFile = () => verifyChain(readExport(file), checkpoints, { continues: true });
      return { file, contents, read, verifyFile, rewrite: () => all(rewriteArchives(database, [file])) };
    }

    it("removes it from the archive, which stays valid", { timeout: 300_000 }, async () => {
      const marker = `zqa${randomUUID().slice(0, 13)}`;
      const { contents, read, verifyFile, rewrite } = await archiveErased(marker);
      expect(await rewrite()).toEqual([[contents, "rewritten"]]);
      expect(await read()).not.toContain(marker);
      expect(await rewrite()).toEqual([]);
      expect((await verifyFile()).errors).toEqual([]);
    });

    it("writes a tombstone for a read-only archive, which all readers honour", { timeout: 300_000 }, async () => {
      const marker = `zqt${randomUUID().slice(0, 13)}`;
      const { contents, read, verifyFile, rewrite } = await archiveErased(marker);
      const before = readFileSync(contents, "utf8");
      const { missingContents } = await verifyFile();
      chmodSync(contents, 0o400);
      for (const _ of ["first run", "second run"]) {
        expect(await rewrite()).toEqual([[contents, "tombstone"]]);
        expect(readFileSync(contents, "utf8")).toBe(before);
        expect(await read()).not.toContain(marker);
        expect(await verifyFile()).toMatchObject({ errors: [], missingContents: missingContents + 1 });
      }
      writeFileSync(tombstoneOf(contents), "12/no");
      await expect(read()).rejects.toThrow("is damaged");
      rmSync(tombstoneOf(contents));
      await rewrite();
      chmodSync(contents, 0o600);
      expect(await rewrite()).toEqual([[contents, "rewritten"]]);
      expect(existsSync(tombstoneOf(contents))).toBe(false);
      expect(await read()).not.toContain(marker);
      expect(readFileSync(contents, "utf8")).not.toBe(before);
    });

    it("says so if an archive and its folder are read-only", { timeout: 300_000 }, async () => {
      // Nothing can be created next to a file whose name has the maximum length, also by root.
      const name = `audit-log-${"x".repeat(220)}.jsonl`;
      const { contents, rewrite } = await archiveErased(`zqr${randomUUID().slice(0, 13)}`, name);
      chmodSync(contents, 0o400);
      expect(await rewrite()).toEqual([[contents, { error: expect.stringContaining("ENAMETOOLONG") }]]);
    });
  });

  it("removes one observation, also from drafts and shared inputs, and ends its approvals", {
    timeout: 300_000,
  }, async () => {
    const [gone, kept] = ["zqo", "zqk"].map((start) => start + randomUUID().slice(0, 13)) as [string, string];
    const base = markedRequest(kept);
    const observed_at = base.input.as_of;
    const [one = "", two = ""] = Object.keys(base.task.criteria);
    const data = {
      kind: "counts",
      reference_class: `A class with \u0000 and “${gone}”`,
      counts: { [one]: 7, [two]: 3 },
    };
    const context = [
      { type: "text" as const, text: `A text about ${kept}`, observed_at },
      { type: "structured" as const, data, observed_at },
      { type: "text" as const, text: `A second long text about ${gone}`, observed_at },
    ];
    const request = { ...base, input: { ...base.input, context } };
    const seen = await researcher.call.submissions.submit({ request, title: kept });
    await reviewer.call.reviews.decide({ ...approval(seen), note: kept });
    expect((await gateway.post(JSON.stringify(request))).status).toBe(200);
    const elsewhere = { ...request, task: newRequest().task };
    const open = await researcher.call.submissions.submit({ request: elsewhere });
    expect(open.inputId).toBe(seen.inputId);
    for (const content of [JSON.stringify(context[2]), JSON.stringify({ data: JSON.stringify(data) }), "kept"]) {
      const draft = { draftId: randomUUID(), title: content, content, saveId: randomUUID(), replaces: [null] };
      await researcher.call.drafts.save(draft);
    }
    await expect(erase("observation", `${seen.inputId}/4`)).rejects.toThrow("the number of an observation");
    for (const number of [2, 3]) {
      await erase("observation", `${seen.inputId}/${number}`);
      expect((await verify()).errors).toEqual([]);
    }
    expect(await findEverywhere(gone)).toEqual([]);
    expect((await researcher.call.drafts.list()).map(({ title }) => title)).toContain("kept");
    const shown = await researcher.call.submissions.get(seen);
    expect(JSON.stringify(shown)).toContain(`A text about ${kept}`);
    expect(JSON.stringify(shown).match(/Erased on [\d-]+ by \S+, rule personal_data\./g)).toHaveLength(2);
    expect(shown).toMatchObject({ title: kept });
    expect(await researcher.call.submissions.get(open)).toMatchObject({ status: "withdrawn" });
    const refused = await gateway.post(JSON.stringify(request));
    expect(refused.body).toMatchObject({ error: { code: "INPUT_QUALITY_UNVERIFIED", reason: "erased" } });

    const change = `update inputs set canonical = convert_to(replace(convert_from(canonical, 'UTF8'), $2, $3), 'UTF8')
      where input_id = $1`;
    await database.pool.query(change, [seen.inputId, "A text about", "A lie about"]);
    expect((await verify()).errors).toMatchObject([{ message: expect.stringContaining("does not match its digest") }]);
    await database.pool.query(change, [seen.inputId, "A lie about", "A text about"]);
    const again = { request, restore_erased: true };
    expect(await researcher.call.submissions.submit(again)).toMatchObject({ inputId: seen.inputId });
    await erase("observation", `${seen.inputId}/1`);
    await erase("submission", seen.submissionId);
    expect((await verify()).errors).toEqual([]);
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
    const [{ status, requester } = {}] = await roles.admin.call.erasures.list();
    const { members } = await roles.admin.call.members.list();
    expect(status).toBe("requested");
    expect(members.find(({ memberId }) => memberId === roles.admin.memberId)?.name).toBe(requester);
    await carryOutDue({ ...roles.gateway.gateway, now: () => new Date(String(dueAt)) });
    expect((await roles.admin.call.erasures.list())[0]?.status).toBe("carried_out");
    await roles.gateway.stop();
  });
});
