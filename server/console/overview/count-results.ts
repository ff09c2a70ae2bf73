import { and, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { ERROR_CODES, type ErrorCode } from "#lib/contract/error-table.ts";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

const UNANSWERED = OUTCOMES.filter((kind) => kind !== "prediction.answered");

/**
 * Counts the results of prediction requests since an instant: answers, whose `code` is null, then errors in the order of
 * the gateway's checks. Abandoned predictions, which have no code, do not count, because their callers received no
 * response. A query of their own counts answers in the index alone.
 */
export async function countResults(
  { orm }: Database,
  since: Date,
): Promise<readonly { readonly code: ErrorCode | null; readonly count: number }[]> {
  const isRecent = gte(events.at, since);
  const [answered, refused] = await Promise.all([
    orm.$count(events, and(eq(events.kind, "prediction.answered"), isRecent)),
    orm
      .select({ code: events.code, count: sql<number>`sum(coalesce(${events.count}, 1))::int` })
      .from(events)
      .where(and(inArray(events.kind, UNANSWERED), isNotNull(events.code), isRecent))
      .groupBy(events.code),
  ]);
  const countOf = (code: ErrorCode) => refused.find((row) => row.code === code)?.count ?? 0;
  const counts = [{ code: null, count: answered }, ...ERROR_CODES.map((code) => ({ code, count: countOf(code) }))];
  return counts.filter(({ count }) => count > 0);
}
