import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { sha256 } from "#server/base/digest.ts";
import { inTransaction } from "./in-transaction.ts";
import { takeLock } from "./locks.ts";
import type { Database } from "./open.ts";

/**
 * Creates the schema in an empty database, once, even if several processes start at the same time. `folder` contains its
 * SQL. Throws, and changes nothing, if the database has the schema of another version.
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
      await transaction.execute(sql.raw(statements));
      await transaction.execute(sql`insert into schema_baseline (id) values (${id})`);
    } else if (
      !(await has("schema_baseline")) ||
      (await transaction.execute(sql`select from schema_baseline where id = ${id}`)).rowCount === 0
    ) {
      throw new Error(
        "The database has the schema of another version of the gateway, which cannot be upgraded before the first " +
          "release and was left unchanged: start with an empty DATA_DIR and, with DATABASE_URL, an empty database, or run " +
          "the version that created it.",
      );
    }
  });
}
