import { count, eq, min, sql } from "drizzle-orm";
import type { Drizzle } from "./open.ts";
import { isDecided, submissions } from "./schema.ts";

/** Returns the median of the milliseconds from submission to decision, of the last 50; undefined before ten decisions. */
export async function readReviewTime(orm: Drizzle) {
  const { rows } = await orm.execute<{ medianMs: number; decisions: number }>(sql`
    select 1000 * percentile_cont(0.5) within group (order by extract(epoch from updated_at - created_at)) as "medianMs",
      count(*)::int as decisions
    from (select * from ${submissions} where ${isDecided} order by updated_at desc limit 50) as last
    having count(*) >= 10`);
  return rows[0];
}

/** Returns the number of open submissions and the creation time of the oldest one; null if there is none. */
export async function readWaiting(orm: Drizzle) {
  const isOpen = eq(submissions.status, "submitted");
  const oldestAt = min(submissions.createdAt);
  const [found] = await orm.select({ waiting: count(), oldestAt }).from(submissions).where(isOpen);
  return found ?? { waiting: 0, oldestAt: null };
}
