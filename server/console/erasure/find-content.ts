import { HELD_CONTENT, readHeld } from "#server/db/held-content.ts";
import type { Database } from "#server/db/open.ts";

/**
 * Searches everything that is kept for a text, ignoring case. Returns the number of rows and at most 20 ids for each
 * column, never the text; of drafts, the ids of their owners.
 */
export async function findContent({ pool }: Pick<Database, "pool">, text: string) {
  const found: { table: string; column: string; ids: string[]; count: number }[] = [];
  for (const [table, [id, columns]] of Object.entries(HELD_CONTENT)) {
    for (const [column, form] of Object.entries(columns)) {
      const { rows } = await pool.query<{ ids: string[]; count: number }>(
        `select (array_agg(distinct ${id}))[1:20] as ids, count(*)::int as count from ${table}
         where position(lower($1) in lower(${readHeld(column, form)})) > 0`,
        [text],
      );
      found.push(...rows.filter(({ count }) => count > 0).map((row) => ({ table, column, ...row })));
    }
  }
  return found;
}
