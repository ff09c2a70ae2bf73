import { desc } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

/** Returns the number and hash of the last audit event; undefined if the log is empty. */
export async function readHead({ orm }: Pick<Database, "orm">) {
  const { seq, hash } = events;
  const [head] = await orm.select({ seq, hash }).from(events).orderBy(desc(seq)).limit(1);
  return head;
}

/** Returns the number of the last audit event; 0 for an empty log. */
export async function readLastSeq(database: Pick<Database, "orm">): Promise<number> {
  return (await readHead(database))?.seq ?? 0;
}
