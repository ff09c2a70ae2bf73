import { desc } from "drizzle-orm";
import type { Database } from "./open.ts";
import { databaseIdentity } from "./schema.ts";

/**
 * Returns the id that was assigned when the database was created or when an operator last accepted a loss of events. A
 * restored copy of a database has the same id.
 */
export async function readDatabaseId({ orm }: Database): Promise<string> {
  const [row] = await orm
    .select({ id: databaseIdentity.id })
    .from(databaseIdentity)
    .orderBy(desc(databaseIdentity.createdAt))
    .limit(1);
  if (row === undefined) throw new Error("The database has no id: the table database_identity is empty.");
  return row.id;
}
