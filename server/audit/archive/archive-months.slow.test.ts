import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { readExports, readLinks } from "#server/audit/export/read-links.ts";
import { readSeal, SEAL_START, startOfExport } from "#server/audit/export/seal.ts";
import { type AuditLog, createAuditLog } from "#server/audit/log/audit-log.ts";
import { readLogKeys, trust } from "#server/audit/log/log-keys.ts";
import { acceptLoss } from "#server/audit/tree/accept-loss.ts";
import { leafOf } from "#server/audit/tree/append-events.ts";
import { findLostHistory } from "#server/audit/tree/find-lost-history.ts";
import { type LogTree, openLogTree } from "#server/audit/tree/open-log-tree.ts";
import { treeFolder } from "#server/audit/tree/signed-tree.ts";
import { leafHash } from "#server/audit/tree/tiles.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { readConfig } from "#server/config/read-config.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import type { Database } from "#server/db/open.ts";
import { appendMonth, monthsOf } from "#test/append-month.ts";
import { createDatabase, TEST_DATABASE_URL, type TestDatabase } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { tamper } from "#test/tamper.ts";
import { sourceOfExports } from "../../../scripts/checkpoint-source.ts";
import { archiveMonths } from "./archive-months.ts";

const MONTHS = monthsOf(2025);
const A_MONTH = effort({ sample: 40, full: 5_000 });
/** Number of events per month that are not predictions. */
const DECISIONS = 3;
const NEW_YEAR = new Date("2026-01-01T00:00:00Z");

const STORES: [string, (() => Promise<TestDatabase>) | undefined][] = [["the embedded database", undefined]];
if (TEST_DATABASE_URL !== undefined) STORES.push(["PostgreSQL", createDatabase]);

let dataDir: string;
let archives: string;
let postgres: TestDatabase | undefined;
let database: Database;
let log: LogTree;
let prepared: readonly string[];

const inFolder = (...names: string[]) => join(dataDir, ...names);
const nameOf = (month: string) => {
  const first = prepared.indexOf(month) * A_MONTH + 1;
  return `audit-log-${month}-${first}-${first + A_MONTH - 1}-${log.signer.databaseId}.jsonl`;
};
const files = () => MONTHS.filter((month) => prepared.includes(month)).map((month) => join(archives, nameOf(month)));
const now = () => new Date("2026-02-01T00:00:00Z");
const archive = (before = NEW_YEAR) =>
  archiveMonths({ database, ...log, now, events: createAuditLog(database, now) }, archives, before);
const verify = () => verifyAuditLog(database, log.checkpoints, COMPARISONS);
const verifyWith = (read: readonly string[]) =>
  verifyAuditLog(database, log.checkpoints, COMPARISONS, {
    archives: { after: startOfExport(read[0] ?? ""), read: () => readExports(read) },
  });

const settings = (more = {}) => readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", ...more });
const openTree = (more = {}, at = now) =>
  openLogTree(settings(more), database, { onChange() {}, onProblem() {}, now: at });
const findLost = async (more = {}) => findLostHistory(database, await readDatabaseId(database), settings(more));

async function* hashLeaves(upTo: number): AsyncGenerator<Buffer> {
  for await (const link of readLinks(database, { upTo })) yield leafHash(leafOf(link));
}

async function seqs(): Promise<number[]> {
  const { rows } = await database.pool.query<{ seq: string }>("select seq from events order by seq");
  return rows.map(({ seq }) => Number(seq));
}

function prepare(makeDatabase?: () => Promise<TestDatabase>, months = [...MONTHS, "2026-01"]): void {
  beforeEach(async () => {
    prepared = months;
    dataDir = makeFolder();
    archives = makeFolder();
    postgres = await makeDatabase?.();
    if (postgres === undefined) await copyEmptyDatabase(dataDir);
    database = await openFolder(dataDir, postgres?.url);
    const start = new Date(`${months[0]}-01T00:00:00Z`);
    log = await openTree({}, () => start);
    for (const [index, month] of months.entries()) {
      // The first event of the first month has recorded the log's key.
      const present = index === 0 ? 1 : 0;
      await appendMonth(database, month, { events: A_MONTH - present, decisions: DECISIONS - present });
    }
  });
}

function leavesOneChain(): void {
  it("writes files for a year that verify as one chain, with and without the database", async () => {
    const archived = await archive();
    expect(archived.map(({ file }) => join(archives, file))).toEqual(files());
    expect(archived.map(({ removed }) => removed)).toEqual(MONTHS.map(() => A_MONTH - DECISIONS));
    const total = 13 * A_MONTH + MONTHS.length;
    expect(await verify()).toMatchObject({ ok: true, errors: [], after: 12 * A_MONTH, events: total });
    expect(await verifyWith(files())).toMatchObject({ ok: true, errors: [], after: 0, events: total });
    expect(await verifyWith(files().slice(5))).toMatchObject({ ok: true, after: 5 * A_MONTH, events: total });
    const offline = { after: startOfExport(files()[0] ?? ""), continues: true };
    const report = await verifyChain(
      readExports(files()),
      await sourceOfExports(files(), trust(readLogKeys(inFolder("log-key.pem"))), inFolder("checkpoints")),
      offline,
    );
    expect(report).toMatchObject({ ok: true, errors: [], events: 12 * A_MONTH });
    expect((await seqs()).filter((seq) => seq <= 12 * A_MONTH)).toHaveLength(12 * DECISIONS);
  });
}

describe("an archive of the embedded database", () => {
  prepare();
  leavesOneChain();
});

describe.each(STORES)("an archive of a log that ends in the archived month, on %s", (_, makeDatabase) => {
  prepare(makeDatabase, ["2025-12"]);

  it("keeps the last event, so that the log continues, verifies and is accepted at the next start", async () => {
    const [archived] = await archive();
    expect(archived).toMatchObject({ last_seq: A_MONTH, removed: A_MONTH - DECISIONS - 1 });
    expect((await seqs()).slice(-2)).toEqual([A_MONTH, A_MONTH + 1]);
    for (const report of [await verify(), await verifyWith(files())]) {
      expect(report).toMatchObject({ ok: true, errors: [], events: A_MONTH + 1 });
    }
    expect(await findLost()).toBeUndefined();
    await appendMonth(database, "2026-01", { events: A_MONTH, decisions: DECISIONS });
    expect(await verify()).toMatchObject({ ok: true, errors: [], events: 2 * A_MONTH + 1 });
  });
});

describe(`an archive of ${TEST_DATABASE_URL === undefined ? "a database" : "PostgreSQL"}`, () => {
  prepare(TEST_DATABASE_URL === undefined ? undefined : createDatabase);
  leavesOneChain();

  it("continues after the previous archive, and archives no month twice", async () => {
    await archive(new Date("2025-06-01T00:00:00Z"));
    expect(await archive(new Date("2025-06-01T00:00:00Z"))).toEqual([]);
    const [next] = await archive();
    expect(next).toMatchObject({ file: nameOf("2025-06"), first_seq: 5 * A_MONTH + 1 });
    expect(readSeal(files()[5] ?? "")).toMatchObject({ after: { seq: 5 * A_MONTH }, continues: true });
    expect(await verifyWith(files())).toMatchObject({ ok: true, after: 0 });
  });

  it("detects a changed or removed line and a missing file", async () => {
    await archive();
    const [first = "", second = ""] = files();
    const text = readFileSync(second, "utf8");
    writeFileSync(second, text.replace("INVALID_JSON", "INVALID_TASK"));
    expect(await verifyWith(files())).toMatchObject({ ok: false });
    writeFileSync(second, text.split("\n").toSpliced(7, 1).join("\n"));
    expect(await verifyWith(files())).toMatchObject({ ok: false });
    writeFileSync(second, text);
    for (const index of MONTHS.keys()) {
      const report = await verifyWith(files().toSpliced(index, 1));
      // Without the file of the first month, the report says that the verification began later.
      expect(report).toMatchObject(index === 0 ? { ok: true, after: A_MONTH } : { ok: false });
    }
    expect(await verifyWith([first])).toMatchObject({ ok: false });
    expect(await verifyWith(files())).toMatchObject({ ok: true });
  });

  it.each([
    ["changed", "update events set code = 'TASK_NOT_SUPPORTED' where seq = 2"],
    ["removed", "delete from events where seq = 2"],
    [
      "planted",
      `insert into events select 9, at, 'prediction.refused', request_id, actor_id, release, task_id, input_id, code,
       count, choice, body, hash from events where seq = 1`,
    ],
  ])("detects that an archived event still in the database was %s", async (_, tampering) => {
    await archive();
    await tamper(database, tampering);
    expect(await verify()).toMatchObject({ ok: false });
    expect(await verifyWith(files())).toMatchObject({ ok: false });
  });

  it("removes nothing if the log does not verify", async () => {
    await tamper(database, "update events set body = set_byte(body, 17, get_byte(body, 17) # 1) where seq = 5");
    const before = await seqs();
    await expect(archive()).rejects.toThrow("failed, so nothing was archived: event 5:");
    expect(await seqs()).toEqual(before);
  });

  it("reuses the file of a run killed before its transaction, and never replaces another file", async () => {
    const may = new Date("2025-06-01T00:00:00Z");
    const unable: AuditLog = { ...createAuditLog(database, now), appendIn: () => Promise.reject(new Error("killed")) };
    await expect(archiveMonths({ database, ...log, now, events: unable }, archives, may)).rejects.toThrow("killed");
    const [january = ""] = files();
    const left = readFileSync(january, "utf8");
    expect(readdirSync(archives)).toEqual([nameOf("2025-01"), `${nameOf("2025-01")}.contents`]);
    for (const other of [`${left}${left}`, left.slice(0, -100), left.split("\n").toSpliced(4, 1).join("\n"), "{"]) {
      writeFileSync(january, other);
      await expect(archive(may)).rejects.toThrow(`${january} exists but is not this archive`);
      expect(readFileSync(january, "utf8")).toBe(other);
    }
    expect(await seqs()).toHaveLength(13 * A_MONTH);
    writeFileSync(january, left);
    expect(await archive(may)).toHaveLength(5);
    expect(readFileSync(january, "utf8")).toBe(left);
    expect(await verifyWith(files().slice(0, 5))).toMatchObject({ ok: true, after: 0, errors: [] });
  });

  it("verifies after contents were erased from their file, and a changed content is found", async () => {
    await archive();
    const [january = ""] = files();
    const contents = `${january}.contents`;
    const lines = readFileSync(contents, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(0);
    writeFileSync(
      contents,
      lines
        .slice(1)
        .map((line) => `${line}\n`)
        .join(""),
    );
    expect(await verifyWith(files())).toMatchObject({ ok: true, errors: [], missingContents: 1 });
    const [first = "", ...others] = lines;
    const forged = Buffer.from('["salt","name","Nobody"]').toString("base64url");
    const changed = first.replace(/"name":"[^"]*"/, `"name":"${forged}"`);
    writeFileSync(contents, [changed, ...others].map((line) => `${line}\n`).join(""));
    const { errors } = await verifyWith(files());
    expect(errors).toEqual([{ seq: JSON.parse(first).seq, message: "the content name is not the recorded one" }]);
    writeFileSync(contents, lines.map((line) => `${line} \n`).join(""));
    await expect(verifyWith(files())).rejects.toThrow("is not as it was exported");
  });

  it("never archives an event of a later month if the clock was set back", async () => {
    const [first] = await archive(new Date("2025-02-01T00:00:00Z"));
    await appendMonth(database, "2025-01", { events: 5, decisions: 0 });
    const head = 13 * A_MONTH + 1 + 5;
    const archived = await archive();
    expect(archived.at(-1)).toMatchObject({ file: nameOf("2025-12"), last_seq: 12 * A_MONTH });
    await appendMonth(database, "2026-03", { events: 1, decisions: 0 });
    const later = () => new Date("2026-04-01T00:00:00Z");
    const all = { database, ...log, now: later, events: createAuditLog(database, later) };
    const rest = await archiveMonths(all, archives, new Date("2026-03-01T00:00:00Z"));
    // The `history.archived` events are recorded in February.
    expect(rest.map(({ last_seq }) => last_seq)).toEqual([13 * A_MONTH, head + archived.length]);
    const made = [first, ...archived, ...rest].map((one) => join(archives, one?.file ?? ""));
    expect(new Set(made).size).toBe(14);
    expect(await verifyWith(made)).toMatchObject({ ok: true, after: 0, errors: [] });
  });

  it("ends a concurrent export with an error instead of a seal", async () => {
    for (let round = 0; round < 6; round++) await appendMonth(database, "2026-01", { events: A_MONTH, decisions: 0 });
    const chunks: string[] = [];
    const read = async () => {
      for await (const chunk of exportAuditLog({ database, signer: log.signer, now })) {
        chunks.push(chunk);
        if (chunks.length === 1) await archive();
      }
    };
    await expect(read()).rejects.toThrow("Events were archived during the export, so it is incomplete. Export again.");
    expect(chunks.join("")).not.toContain(SEAL_START);
  });

  it("keeps an opening until it has an outcome, because a gateway has yet to record that it was abandoned", async () => {
    await appendMonth(database, "2026-01", { events: 1, decisions: 0 });
    const subject = { request_id: "0198c9a0-0000-7000-8000-00000000ffff", release: "r", task_id: "t", input_id: "i" };
    const actor = { type: "system", id: "test" } as const;
    await database.pool.query(
      `insert into bindings (id, release, task_id, submission_id) values (gen_random_uuid(), 'r', 't', gen_random_uuid());
       insert into approvals (id, task_id, input_id, submission_id) values (gen_random_uuid(), 't', 'i', gen_random_uuid())`,
    );
    const opening = { kind: "prediction.opened", ...subject } as const;
    await createAuditLog(database, () => new Date("2026-01-31T00:00:00Z")).open(actor, opening);
    const { rows } = await database.pool.query("select max(seq)::int as seq from events");
    const february = new Date("2026-02-01T00:00:00Z");
    const later = () => new Date("2026-03-10T00:00:00Z");
    await appendMonth(database, "2026-02", { events: 1, decisions: 0 });
    const archiving = { database, ...(await openTree()), now: later, events: createAuditLog(database, later) };
    await archiveMonths(archiving, archives, february);
    expect(await seqs()).toContain(rows[0].seq);
    expect(await verifyAuditLog(database, log.checkpoints, [])).toMatchObject({ ok: true });
  });

  it("refuses months that ended less than two days ago", async () => {
    await expect(archive(new Date("2026-02-01T00:00:00Z"))).rejects.toThrow("at least two days ago");
  });

  it("is not mistaken for a loss of events if the event of the newest checkpoint was archived", async () => {
    const elsewhere = { CHECKPOINT_DIR: inFolder("elsewhere") };
    const { tree } = await openTree(elsewhere);
    await tree.seed(hashLeaves(A_MONTH));
    await archive();
    expect(await findLost(elsewhere)).toBeUndefined();
    await tree.compare();
    expect(tree.isHistoryLost()).toBe(false);
  });

  it("never enters the tree after an accepted loss if the tiles of the former tree were altered", async () => {
    await archive();
    const kept = (await seqs()).at(-1);
    await appendMonth(database, "2026-02", { events: 1, decisions: 0 });
    await log.tree.grow();
    await tamper(database, `delete from events where seq > ${kept}`);
    const { databaseId } = log.signer;
    const tile = join(treeFolder(inFolder("checkpoints"), databaseId), "tile", "0", "000");
    const genuine = readFileSync(tile);
    writeFileSync(tile, Buffer.concat([leafHash(Buffer.from("forged")), genuine.subarray(32)]));
    await expect(acceptLoss(database, settings(), now)).rejects.toThrow(/do not match .* Nothing was changed\.$/);
    rmSync(tile);
    await expect(acceptLoss(database, settings(), now)).rejects.toThrow("missing or damaged");
    expect(await readDatabaseId(database)).toBe(databaseId);
    writeFileSync(tile, genuine);
    expect(await acceptLoss(database, settings(), now)).toMatchObject({ expected: { database_id: databaseId } });
    expect(await findLost()).toBeUndefined();
  });
});
