import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { effort } from "#test/effort.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder, runNode } from "#test/run-process.ts";
import { inTransaction } from "./in-transaction.ts";

/** Folder of a database with the schema, which each test copies. */
const created = await copyEmptyDatabase();
await (await openFolder(created)).close();

let folder: string;
beforeEach(() => {
  folder = makeFolder();
  cpSync(created, folder, { recursive: true });
});

const insert = (id: string) =>
  `insert into tasks (task_id, canonical, question, options_text, options, resolves_at) values ('${id}', '\\x00ff', '', '', '{}', now())`;

describe("the embedded database", () => {
  it("is locked while open, by a lock file next to the database folder, and refuses statements after it is closed", async () => {
    const database = await openFolder(folder);
    expect(existsSync(join(folder, "database.lock"))).toBe(true);
    await expect(openFolder(folder)).rejects.toThrow(`in use by process ${process.pid} on `);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(existsSync(join(folder, "database.lock"))).toBe(false);
    await expect(database.pool.query("select 1")).rejects.toThrow();
  });

  it("frees the memory of query results", async () => {
    const megabytes = effort({ sample: 300, full: 600 });
    // In a process of its own, because other tests would change its memory.
    const measured = runNode(["test/measure-memory.ts", folder, String(megabytes)], { NODE_OPTIONS: "" });
    expect(await measured.exit).toMatchObject({ code: 0 });
    expect(Number(measured.output())).toBeLessThan((megabytes * 1_000_000) / 2);
  });

  it("keeps its data when reopened, even after a failed start that could not read it", async () => {
    const first = await openFolder(folder);
    await first.pool.query(insert("kept"));
    await first.close();
    const version = join(folder, "database", "PG_VERSION");
    // Root can read every file, so the test removes one instead of making it unreadable.
    renameSync(version, join(folder, "elsewhere"));
    await expect(openFolder(folder)).rejects.toThrow("is damaged. Missing: PG_VERSION. Nothing was changed.");
    renameSync(join(folder, "elsewhere"), version);
    const again = await openFolder(folder);
    const { rows } = await again.pool.query("select task_id, canonical from tasks");
    expect(rows).toEqual([{ task_id: "kept", canonical: Buffer.from([0, 255]) }]);
  });

  it("is created after an interrupted creation, whose files are moved aside with a notice", async () => {
    folder = makeFolder();
    for (const name of ["database", "database.creating"]) {
      mkdirSync(join(folder, name, "global"), { recursive: true });
      writeFileSync(join(folder, name, "PG_VERSION"), "18\n");
      writeFileSync(join(folder, name, "of"), name);
    }
    const notices: string[] = [];
    const database = await openFolder(folder, undefined, (notice) => notices.push(notice));
    expect((await database.pool.query("select count(*)::int from events")).rows).toEqual([{ count: 0 }]);
    expect(readFileSync(join(folder, "database.unfinished-1", "of"), "utf8")).toBe("database");
    expect(readFileSync(join(folder, "database.unfinished-2", "of"), "utf8")).toBe("database.creating");
    expect(existsSync(join(folder, "database.creating"))).toBe(false);
    expect(statSync(join(folder, "database")).mode & 0o777).toBe(0o700);
    expect(notices).toEqual([
      expect.stringContaining(`was moved to ${join(folder, "database.unfinished-1")}`),
      expect.stringContaining(`was moved to ${join(folder, "database.unfinished-2")}`),
      expect.stringContaining("Creating the embedded database in "),
    ]);
  });

  it("is private to its owner, even if its folder was open to others", async () => {
    const path = join(folder, "database");
    chmodSync(path, 0o755);
    await openFolder(folder);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("isolates transactions from statements of other callers, and rolls back failed transactions", async () => {
    const database = await openFolder(folder);
    let meanwhile: Promise<unknown> | undefined;
    const failing = inTransaction(database, async (transaction) => {
      await transaction.execute(insert("undone"));
      meanwhile = database.pool.query(insert("kept"));
      await transaction.execute("select 1");
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    await meanwhile;
    expect((await database.pool.query("select task_id from tasks")).rows).toEqual([{ task_id: "kept" }]);
  });
});
