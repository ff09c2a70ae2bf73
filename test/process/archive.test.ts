import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { checkpointFile, listLogs, treeFolder } from "#server/audit/tree/signed-tree.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { appendMonth, monthsOf } from "#test/append-month.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder, runScript, type ServerProcess, startMain } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";

/** Returns the names of the archives in a folder, without those of their contents. */
const eventFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();

const MONTHS = monthsOf(2025);
const DECISIONS = 3;
const A_MONTH = effort({ sample: 20, full: 10_000 });
const A_YEAR = MONTHS.length * A_MONTH;
/** Index in MONTHS of the month whose archive one test deletes and another alters. */
const JUNE = 5;

/**
 * Databases to test. Commands run at the same time as a gateway on PostgreSQL, but not on the embedded database. A full
 * test run covers both; a normal run only the first.
 */
const KINDS = TEST_DATABASE_URL === undefined ? ["embedded" as const] : (["PostgreSQL", "embedded"] as const);

const example = JSON.stringify(readExample("binary"));

async function predict({ url, dataDir }: ServerProcess): Promise<void> {
  const headers = { authorization: `Bearer ${readFirstRun(dataDir)?.api_key}` };
  const answer = await fetch(`${url}/v1/predict`, { method: "POST", headers, body: example });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Appends the events of each month to an empty database. */
async function fill(dataDir: string, months: readonly string[], url?: string): Promise<void> {
  if (url === undefined) await copyEmptyDatabase(dataDir);
  const database = await openFolder(dataDir, url);
  for (const month of months) await appendMonth(database, month, { events: A_MONTH, decisions: DECISIONS });
  await database.close();
}

const verified = (text: string) => ({
  code: 0,
  output: expect.stringMatching(new RegExp(`^${text}.*\nThe audit log verifies\\.\n$`, "s")),
});

describe.each(KINDS.slice(0, effort({ sample: 1, full: 2 })))("an archive of one year from the %s database", (kind) => {
  const dataDir = makeFolder();
  const made = join(makeFolder(), "archives");
  /** Folder into which the archive files are copied back. */
  const restored = makeFolder();
  const backup = join(makeFolder(), "backup");
  let environment: Record<string, string> = { DATA_DIR: dataDir };
  let server: ServerProcess;

  const run = (script: string, ...args: readonly string[]) => runScript(script, environment, ...args);
  const restart = async () => {
    server = await startMain(dataDir, environment);
    await predict(server);
  };

  /** For PostgreSQL: creates an empty database, which later commands and gateways use. */
  async function takeEmptyDatabase(): Promise<void> {
    if (kind === "embedded") return;
    const database = await createDatabase();
    environment = { ...environment, DATABASE_URL: database.url };
  }

  /** Runs commands while the gateway serves requests. With the embedded database, stops the gateway meanwhile. */
  async function alongside<T>(commands: () => Promise<T>): Promise<T> {
    if (kind === "embedded") {
      expect((await server.end()).code, server.output()).toBe(0);
      return commands().finally(restart);
    }
    let areDone = false;
    const running = commands().finally(() => {
      areDone = true;
    });
    while (!areDone) {
      await predict(server);
      // The pause leaves CPU time for the commands.
      await pause(20);
    }
    return running;
  }

  beforeAll(async () => {
    await takeEmptyDatabase();
    await fill(dataDir, MONTHS, environment.DATABASE_URL);
    await restart();
  });

  it("verifies as one chain with the database, and missing, altered or rolled-back parts are detected", async () => {
    const [archived, again] = await alongside(async () => {
      expect(await run("backup", backup)).toMatchObject({ code: 0 });
      expect(await run("archive", made)).toMatchObject({ code: 2, output: expect.stringContaining("--before") });
      return [await run("archive", made, "--before", "2026-01"), await run("archive", made, "--before", "2026-01")];
    });
    const december = `.jsonl: events ${A_YEAR - A_MONTH + 1} to ${A_YEAR}, ${A_MONTH - DECISIONS} removed`;
    expect(archived).toMatchObject({ code: 0, output: expect.stringContaining(december) });
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining("Nothing was changed.") });
    const names = eventFiles(made);
    expect(names.map((name) => name.slice("audit-log-".length, "audit-log-2025-01".length))).toEqual(MONTHS);

    // The archive files are moved to another folder, together with the checkpoints.
    cpSync(made, restored, { recursive: true });
    rmSync(made, { recursive: true });
    cpSync(join(dataDir, "checkpoints"), restored, { recursive: true });
    const policy = await fetch(`${server.url}/.well-known/tlog-policy`);
    writeFileSync(join(restored, "tlog-policy.txt"), await policy.text());
    const files = [...names, "record.jsonl"].map((name) => join(restored, name));
    const [june = "", record = ""] = [files[JUNE], files.at(-1)];
    const [live, both, exported, without] = await alongside(async () => {
      const whole = [await run("verify"), await run("verify", restored), await run("export")] as const;
      renameSync(june, `${june}.away`);
      const found = await run("verify", restored);
      renameSync(`${june}.away`, june);
      return [...whole, found] as const;
    });
    expect(live).toMatchObject(verified(`events ${A_YEAR + 1} to .*Events 1 to ${A_YEAR} were not checked`));
    expect(both).toMatchObject(verified("\\d+ events, "));
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining("does NOT verify") });

    // The archives and an export of the later events verify without a database.
    expect(exported.code).toBe(0);
    writeFileSync(record, exported.output);
    const followed = exported.output.split("\n").filter((line) => line.startsWith('{"seq":')).length;
    expect(await runScript("verify", {}, ...files)).toMatchObject(verified(`${A_YEAR + followed} events, `));
    expect(await runScript("verify", {}, ...files.toSpliced(JUNE, 1))).toMatchObject({ code: 1 });
    writeFileSync(june, readFileSync(june, "utf8").replace("INVALID_JSON", "INVALID_TASK"));
    expect(await runScript("verify", {}, ...files)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`event ${JUNE * A_MONTH + DECISIONS + 1}: `),
    });

    // After a backup from before the archiving is restored, the checkpoints reveal the rollback.
    expect((await server.end()).code, server.output()).toBe(0);
    if (kind === "embedded") rmSync(join(dataDir, "database"), { recursive: true });
    await takeEmptyDatabase();
    expect(await run("restore", backup)).toMatchObject({ code: 0 });
    expect(await run("verify")).toMatchObject({ code: 1, output: expect.stringContaining("does NOT verify") });
    await expect(startMain(dataDir, environment)).rejects.toThrow("The database has lost events.");
  });
});

it("the Merkle tree is built from all archives and the database if it is missing", async () => {
  const [dataDir, archives] = [makeFolder(), makeFolder()];
  const run = (name: string, ...args: string[]) => runScript(name, { DATA_DIR: dataDir }, ...args);
  await fill(dataDir, ["2025-01", "2025-02", "2025-03"]);
  expect(await run("archive", archives, "--before", "2025-03")).toMatchObject({ code: 0 });
  expect(await run("grow-tree", archives)).toMatchObject({ code: 2, output: expect.stringContaining("already has") });
  const folder = join(dataDir, "checkpoints");
  const [log = ""] = listLogs(folder);
  const before = readFileSync(checkpointFile(folder, log), "utf8");
  rmSync(treeFolder(folder, log), { recursive: true });
  expect(await run("verify")).toMatchObject({ code: 1 });

  const [first = "", second = ""] = eventFiles(archives);
  renameSync(join(archives, first), join(archives, "away"));
  expect(await run("grow-tree", archives)).toMatchObject({ code: 2, output: expect.stringContaining("verify") });
  renameSync(join(archives, "away"), join(archives, first));
  const text = readFileSync(join(archives, second), "utf8");
  writeFileSync(join(archives, second), text.replace("INVALID_JSON", "INVALID_TASK"));
  expect(await run("grow-tree", archives)).toMatchObject({ code: 2, output: expect.stringContaining("verify") });
  writeFileSync(join(archives, second), text);
  expect(await run("grow-tree", archives)).toMatchObject({ code: 0 });
  expect(readFileSync(checkpointFile(folder, log), "utf8")).toBe(before);
  expect(await run("verify")).toMatchObject({ code: 0 });
});

it("accept-loss with a note file that cannot be read exits with the reason, before it opens a database", async () => {
  const [dataDir, note] = [makeFolder(), join(makeFolder(), "note.txt")];
  const refused = await runScript("accept-loss", { DATA_DIR: dataDir }, note);
  expect(refused).toMatchObject({ code: 2, output: expect.stringContaining(note) });
  expect(readdirSync(dataDir)).toEqual([]);
});

it("archives of two databases in one folder do not overwrite each other, and each database verifies with its own", async () => {
  const folder = makeFolder();
  const dataDirs = [makeFolder(), makeFolder()];
  for (const dataDir of dataDirs) {
    await fill(dataDir, ["2025-01", "2025-02"]);
    const archived = await runScript("archive", { DATA_DIR: dataDir }, folder, "--before", "2025-02");
    expect(archived).toMatchObject({ code: 0 });
  }
  expect(eventFiles(folder)).toHaveLength(2);
  for (const DATA_DIR of dataDirs) {
    // The events of both months, plus the events that record the log's key and the archiving.
    expect(await runScript("verify", { DATA_DIR }, folder)).toMatchObject(verified(`${2 * A_MONTH + 2} events, `));
  }
});
