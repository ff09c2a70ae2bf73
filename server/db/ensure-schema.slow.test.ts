import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, isTable } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createDatabase, TEST_DATABASE_URL, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { dumpDatabase } from "#test/dump-database.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { ensureSchema } from "./ensure-schema.ts";
import { EmbeddedDatabase } from "./pglite/stream.ts";

const FOLDER = "server/db";
const MIGRATIONS = join(FOLDER, "migrations");
const REFUSAL =
  /the schema of (another build of version \d+\.\d+\.\d+|a version before the first release).*cannot be upgraded/;

const dataDir = await copyEmptyDatabase();
const postgres = TEST_DATABASE_URL === undefined ? undefined : await createDatabase();
const STORES: [string, string | undefined][] = [["the embedded database", undefined]];
if (postgres !== undefined) STORES.push(["PostgreSQL", postgres.url]);

/** Connects without creating or checking the schema. */
async function withClient<T>(url: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const worker = join(process.cwd(), FOLDER, "pglite", "worker.ts");
  const embedded = url === undefined ? new EmbeddedDatabase(join(dataDir, "database"), worker, () => {}) : undefined;
  const stream = embedded && { stream: () => embedded.connect(), user: "postgres", database: "postgres" };
  const client = new Client(stream ?? { connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await embedded?.close();
  }
}

describeUnless([withoutPostgres], "an empty PostgreSQL database", () => {
  it("gets the schema once if several processes open it at the same time", async () => {
    const database = await createDatabase();
    const opened = await Promise.all([1, 2, 3].map(() => openFolder("", database.url)));
    for (const { pool, close } of opened) {
      const { rows } = await pool.query("select count(*)::int from database_identity");
      expect(rows).toEqual([{ count: 1 }]);
      await close();
    }
  });
});

describe.each(STORES)("the schema, on %s", (_, url) => {
  it("has the tables and columns of the schema files", async () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith("schema.ts") && name !== "ensure-schema.ts");
    const modules = await Promise.all(files.map((name): Promise<object> => import(join(process.cwd(), FOLDER, name))));
    const tables = modules.flatMap((module) => Object.values(module).filter((value) => isTable(value)));
    const expected = tables.map((table) => {
      const columns = Object.values(getTableColumns(table)).map(({ name, notNull }) => `${name} ${notNull}`);
      return [getTableName(table), columns.sort()];
    });
    const database = await openFolder(dataDir, url);
    const { rows } = await database.pool.query<{ table_name: string; columns: string[] }>(
      `select table_name, array_agg(column_name || ' ' || (is_nullable = 'NO') order by column_name) as columns
       from information_schema.columns
       where table_schema = 'public' and table_name not in ('schema_migrations', 'recording_checks') group by 1`,
    );
    await database.close();
    expect(new Map(rows.map(({ table_name, columns }) => [table_name, columns.sort()]))).toEqual(
      new Map(expected as [string, string[]][]),
    );
  });

  it("gets the migrations that it lacks, once", async () => {
    const code = makeFolder();
    cpSync(MIGRATIONS, code, { recursive: true });
    const migration = `-- Added in 0.3.0, works with 0.2.0 and later.
      create table additions (id text not null); alter table question_notes rename column text to words`;
    writeFileSync(join(code, "0003-additions.sql"), migration);
    const folder = await copyEmptyDatabase();
    const { url: own } = url === undefined ? { url } : await createDatabase();
    const database = await openFolder(folder, own);
    for (const _ of [1, 2]) await ensureSchema(database, code);
    const { rows } = await database.pool.query("select name, columns from schema_migrations order by name");
    expect(rows.map(({ name }) => name)).toEqual(["0001-tables.sql", "0002-functions.sql", "0003-additions.sql"]);
    expect(rows.at(-1)?.columns).toEqual(
      expect.arrayContaining(["additions.id text not null", "question_notes.words text not null"]),
    );
    expect(rows.at(-1)?.columns).not.toContain("question_notes.text text not null");
    await ensureSchema(database, MIGRATIONS);
    await database.pool.query("update schema_migrations set works_with = '0.10.0' where added_in = '0.3.0'");
    await expect(ensureSchema(database, MIGRATIONS)).rejects.toThrow(
      /Version 0\.3\.0 .*0003-additions\.sql.*start version 0\.10\.0 or later/,
    );
  });

  it.each([
    ["has another build of a migration", "update schema_migrations set digest = 'another'"],
    ["has no migrations, as before the first release", "drop table schema_migrations"],
  ])("is refused and left unchanged if it %s", async (_, change) => {
    const before = await withClient(url, async (client) => {
      await client.query(change);
      return dumpDatabase(client);
    });
    await expect(openFolder(dataDir, url)).rejects.toThrow(REFUSAL);
    await expect(openFolder(dataDir, url)).rejects.toThrow(REFUSAL);
    expect(await withClient(url, dumpDatabase)).toEqual(before);
  });
});
