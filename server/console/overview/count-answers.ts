import { and, count, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

export interface Outcomes {
  readonly since: string;
  /** `hour` is the start of the hour. A null `code` counts answered requests. Zero counts are omitted. */
  readonly counts: readonly { readonly hour: string; readonly code: ErrorCode | null; readonly count: number }[];
}

const UNANSWERED = OUTCOMES.filter((kind) => kind !== "prediction.answered");
const HOUR = sql`date_trunc('hour', ${events.at} at time zone 'UTC')`;

/**
 * Counts the results of prediction requests since an instant. Abandoned predictions, which have no code, do not count,
 * because their callers received no response. A query of their own counts answers in the index alone.
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
      .where(and(inArray(events.kind, UNANSWERED), isNotNull(events.code), gte(events.at, since)))
      .groupBy(HOUR, events.code)
      .orderBy(HOUR, events.code),
  ]);
  return { since: since.toISOString(), counts: [...answered, ...refused] };
}
