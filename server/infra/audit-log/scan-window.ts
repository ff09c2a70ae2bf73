import { desc } from "drizzle-orm";
import type { Database } from "#server/infra/db/open.ts";
import { events } from "#server/infra/db/schema.ts";

/** How many events one page of a list scans at most when no index applies. */
export const SCAN_WINDOW = 50_000;

/** The newest event's sequence number; 0 for an empty log. */
export async function readLastSeq({ orm }: Database): Promise<number> {
  const [head] = await orm.select({ seq: events.seq }).from(events).orderBy(desc(events.seq)).limit(1);
  return head?.seq ?? 0;
}
