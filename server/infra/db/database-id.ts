import { desc } from "drizzle-orm";
import type { Database } from "./open.ts";
import { databaseIdentity } from "./schema.ts";

/**
 * The id that this database got when it was created, or when an operator accepted the loss of events since. A restored
 * copy has it too; a database made again has another.
 */
export async function readDatabaseId({ orm }: Database): Promise<string> {
  const [row] = await orm
    .select({ id: databaseIdentity.id })
    .from(databaseIdentity)
    .orderBy(desc(databaseIdentity.createdAt))
    .limit(1);
  if (row === undefined) throw new Error("The database has no identity: its table database_identity is empty.");
  return row.id;
}
