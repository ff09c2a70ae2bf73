import { and, desc, gt, lte, type SQL } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { SequenceRange } from "./sequence-range.ts";

/** Maximum number of events that one page searches if no index fits its filter. */
export const SCAN_WINDOW = 50_000;

/**
 * Returns the sequence number at which a page stops searching (exclusive): SCAN_WINDOW events before the end of the
 * range. With `indexed`, a condition for which there is an index, only matching events are counted.
 */
export async function findWindowEnd(
  { orm }: Database,
  { above, upTo }: SequenceRange,
  indexed: SQL | undefined,
): Promise<number> {
  if (indexed === undefined) return Math.max(above, upTo - SCAN_WINDOW);
  const [end] = await orm
    .select({ seq: events.seq })
    .from(events)
    .where(and(indexed, gt(events.seq, above), lte(events.seq, upTo)))
    .orderBy(desc(events.seq))
    .offset(SCAN_WINDOW)
    .limit(1);
  return end?.seq ?? above;
}

/** Returns the newest event's sequence number; 0 for an empty log. */
export async function readLastSeq({ orm }: Pick<Database, "orm">): Promise<number> {
  const [head] = await orm.select({ seq: events.seq }).from(events).orderBy(desc(events.seq)).limit(1);
  return head?.seq ?? 0;
}
