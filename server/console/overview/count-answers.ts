import { and, count, eq, gte, or, sql } from "drizzle-orm";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

export interface Outcomes {
  readonly since: string;
  /** `hour` is the start of the hour. A null `code` counts answered requests. Zero counts are omitted. */
  readonly counts: readonly { readonly hour: string; readonly code: ErrorCode | null; readonly count: number }[];
}

const HOUR = sql`date_trunc('hour', ${events.at} at time zone 'UTC')`;

/**
 * Counts the results of prediction requests since an instant. Abandoned predictions do not count, because their callers
 * received no response. Answers are counted separately, because PostgreSQL can count them in the index alone.
 */
export async function countOutcomes({ orm }: Database, since: Date): Promise<Outcomes> {
  const hour = sql<string>`to_char(${HOUR}, 'YYYY-MM-DD"T"HH24:00:00"Z"')`;
  const [answered, refused] = await Promise.all([
    orm
      .select({ hour, code: sql<null>`null`, count: count() })
      .from(events)
      .where(and(eq(events.kind, "prediction.answered"), gte(events.at, since)))
      .groupBy(HOUR)
      .orderBy(HOUR),
    orm
      .select({ hour, code: events.code, count: sql<number>`sum(coalesce(${events.count}, 1))::int` })
      .from(events)
      .where(
        and(or(eq(events.kind, "prediction.failed"), eq(events.kind, "prediction.refused")), gte(events.at, since)),
      )
      .groupBy(HOUR, events.code)
      .orderBy(HOUR, events.code),
  ]);
  return { since: since.toISOString(), counts: [...answered, ...refused] };
}
