import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { sha256 } from "#server/base/digest.ts";
import { inTransaction } from "./in-transaction.ts";
import { takeLock } from "./locks.ts";
import type { Database, Drizzle } from "./open.ts";

/** The columns of all tables, each with its type. */
const COLUMNS = `
  select format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' end) as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = to_regnamespace('public') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
const MAX_COLUMNS_SHOWN = 5;

/**
 * Creates the schema in an empty database, once, even if several processes start at the same time. `folder` contains its
 * SQL. Throws, and changes nothing, if the database has the schema of another version, or lacks a column that was created
 * with it. Additional tables and columns are allowed.
 */
export async function ensureSchema(database: Database, folder: string): Promise<void> {
  const read = (name: string) =>
    readFileSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, name), "utf8");
  const statements = `${read("tables.sql")}\n${read("functions.sql")}`;
  const id = sha256(statements).toString("hex");
  await inTransaction(database, async (transaction) => {
    const has = async (table: string) =>
      (await transaction.execute(sql`select where to_regclass(${table}) is not null`)).rowCount === 1;
    // Another process may take longer than the usual timeouts to create the schema.
    await transaction.execute(sql.raw("set local lock_timeout = 0; set local statement_timeout = 0"));
    await takeLock(transaction, "schema");
    if (!(await has("database_identity"))) {
      const before = await readColumns(transaction);
      await transaction.execute(sql.raw(statements));
      const created = (await readColumns(transaction)).filter((column) => !before.includes(column));
      await transaction.execute(sql`insert into schema_baseline (id, columns) values (${id}, ${sql.param(created)})`);
      return;
    }
    if (
      !(await has("schema_baseline")) ||
      (await transaction.execute(sql`select from schema_baseline where id = ${id}`)).rowCount === 0
    ) {
      throw new Error(
        "The database has the schema of another version of the gateway, which cannot be upgraded before the first " +
          "release and was left unchanged: start with an empty DATA_DIR and, with DATABASE_URL, an empty database, or run " +
          "the version that created it.",
      );
    }
    const { rows } = await transaction.execute<{ column: string }>(
      sql`select unnest(columns) as column from schema_baseline except ${sql.raw(COLUMNS)} order by 1`,
    );
    if (rows.length === 0) return;
    const shown = rows.slice(0, MAX_COLUMNS_SHOWN).map(({ column }) => column);
    throw new Error(
      `The database lacks ${rows.length} of the columns that the gateway created: ${shown.join(", ")}` +
        `${rows.length > shown.length ? ", …" : ""}. Undo the change of these columns, or restore a backup.`,
    );
  });
}

async function readColumns(transaction: Drizzle): Promise<readonly string[]> {
  const { rows } = await transaction.execute<{ column: string }>(sql.raw(COLUMNS));
  return rows.map(({ column }) => column);
}
