import { asc, isNotNull } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { sourceAliases } from "#server/db/outcome-schema.ts";

/** Returns the active aliases in alphabetical order. */
export async function readAliases({ orm }: Database) {
  const rows = await orm
    .select()
    .from(sourceAliases)
    .where(isNotNull(sourceAliases.source))
    .orderBy(asc(sourceAliases.source), asc(sourceAliases.alias));
  return rows.map(({ alias, source }) => ({ alias, source: source ?? "" }));
}
