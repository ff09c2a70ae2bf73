import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFolder } from "#test/open-folder.ts";
import { inTransaction } from "./in-transaction.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "open-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("the embedded database", () => {
  it("keeps what was written when it is opened again, and is migrated once", async () => {
    const migrations = JSON.parse(readFileSync("server/db/migrations/meta/_journal.json", "utf8"));
    const first = await openFolder(folder);
    await first.pool.query("insert into tasks (task_id, canonical) values ('sha256:x', '\\x00ff')");
    await first.close();
    const second = await openFolder(folder);
    const { rows } = await second.pool.query("select canonical from tasks");
    expect(rows).toEqual([{ canonical: Buffer.from([0, 255]) }]);
    const applied = await second.pool.query("select count(*)::int from drizzle.__drizzle_migrations");
    expect(applied.rows).toEqual([{ count: migrations.entries.length }]);
    await second.close();
  });

  it("is locked while it is open, and the lock lies outside the database's own folder", async () => {
    const database = await openFolder(folder);
    expect(existsSync(join(folder, "database.lock"))).toBe(true);
    await expect(openFolder(folder)).rejects.toThrow(`in use by process ${process.pid} on `);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(existsSync(join(folder, "database.lock"))).toBe(false);
  });

  it("holds on to nothing of what it has answered", async () => {
    const database = await openFolder(folder);
    const read = async (megabytes: number) => {
      for (let count = 0; count < megabytes; count++) {
        const { rows } = await database.pool.query("select repeat('x', 1000000) as text");
        expect(rows[0]?.text).toHaveLength(1_000_000);
      }
    };
    // Until its buffers have the size that they need.
    await read(50);
    const before = process.memoryUsage.rss();
    await read(600);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000);
    await database.close();
  });

  it("is made anew where a kill left it half made", async () => {
    mkdirSync(join(folder, "database", "global"), { recursive: true });
    writeFileSync(join(folder, "database", "PG_VERSION"), "18\n");
    writeFileSync(join(folder, "database.unfinished"), "");
    const database = await openFolder(folder);
    expect((await database.pool.query("select count(*)::int from events")).rows).toEqual([{ count: 0 }]);
    expect(existsSync(join(folder, "database.unfinished"))).toBe(false);
    await database.close();
  });

  it("keeps one caller's transaction apart from another's statements, and undoes one that fails", async () => {
    const database = await openFolder(folder);
    const insert = (id: string) => `insert into tasks (task_id, canonical) values ('${id}', '')`;
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
    await database.close();
  });

  it("answers nothing once it is closed, and closes without having been used", async () => {
    const database = await openFolder(folder);
    await database.close();
    await expect(database.pool.query("select 1")).rejects.toThrow();
    expect(existsSync(join(folder, "database.lock"))).toBe(false);
  });
});
