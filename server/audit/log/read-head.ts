import { desc } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

/** The number and hash of the last audit event; undefined while there is none. */
export async function readHead({ orm }: Pick<Database, "orm">) {
  const { seq, hash } = events;
  const [head] = await orm.select({ seq, hash }).from(events).orderBy(desc(seq)).limit(1);
  return head;
}
