import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, isTable } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createDatabase, TEST_DATABASE_URL, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { dumpDatabase } from "#test/dump-database.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { EmbeddedDatabase } from "./pglite/stream.ts";

const FOLDER = "server/db";
const REFUSAL = "the schema of another version of the gateway, which cannot be upgraded before the first release";

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
       where table_schema = 'public' and table_name not in ('schema_baseline', 'recording_checks') group by 1`,
    );
    await database.close();
    expect(new Map(rows.map(({ table_name, columns }) => [table_name, columns.sort()]))).toEqual(
      new Map(expected as [string, string[]][]),
    );
  });

  it.each([
    ["has another id", "update schema_baseline set id = 'another'"],
    ["has no id, as the migrations before the baseline left it", "drop table schema_baseline"],
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
