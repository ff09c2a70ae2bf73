import { readHeld } from "#server/db/held-content.ts";
import type { Database } from "#server/db/open.ts";

/** Returns the columns of all tables that contain a text, also inside disclosures and bytes. */
export async function findEverywhere({ pool }: Pick<Database, "pool">, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.table_schema || '.' || c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table, column, type } of rows) {
    const form = column === "disclosure" ? "disclosure" : type === "bytea" ? "bytes" : "text";
    const read = form === "bytes" ? `encode("${column}", 'escape')` : readHeld(column, form);
    const { rows: hits } = await pool.query(`select from ${table} where position($1 in ${read}) > 0`, [text]);
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
