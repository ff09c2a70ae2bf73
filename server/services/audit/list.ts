import { and, desc, eq, gt, gte, inArray, lt, lte, notInArray, type SQL } from "drizzle-orm";
import { type EventKind, FORECASTING } from "#lib/console/audit-events.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Event } from "#server/infra/audit-log/event.ts";
import { readLastSeq, SCAN_WINDOW } from "#server/infra/audit-log/scan-window.ts";
import { findSequenceRange } from "#server/infra/audit-log/sequence-range.ts";
import type { Database } from "#server/infra/db/open.ts";
import { events } from "#server/infra/db/schema.ts";
import { whenDefined } from "#server/infra/db/when-defined.ts";

export interface RecordFilter {
  readonly kind?: EventKind | undefined;
  readonly kinds?: EventKind[] | undefined;
  readonly code?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  /** Ids of credentials and members: what was done with the ones or by the others. */
  readonly actorIds?: readonly string[] | undefined;
  readonly release?: string | undefined;
  readonly taskId?: string | undefined;
  /** ISO 8601; events from here, and before there. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** The `next` of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface RecordPage {
  readonly records: readonly { readonly seq: number; readonly hash: string; readonly event: Event }[];
  readonly next: number | null;
}

/**
 * The record's events, the newest first. Where `next` is a number there may be more, even after a page that has fewer
 * than `limit`: where no index leads to what fits, a page searches only so much of the record. `mayRead` leaves out what
 * the reader may not see.
 */
export async function listRecords(database: Database, filter: RecordFilter, mayRead?: SQL): Promise<RecordPage> {
  const from = whenDefined(filter.from, (instant) => new Date(instant));
  const before = whenDefined(filter.before, (instant) => new Date(instant));
  const { above, upTo } = await findSequenceRange(database, { from, before });
  const newest = Math.min(upTo, filter.after === undefined ? await readLastSeq(database) : filter.after - 1);
  const oldest = isIndexed(filter) ? above : Math.max(above, newest - SCAN_WINDOW);
  const rows = await database.orm
    .select({ seq: events.seq, hash: events.hash, body: events.body })
    .from(events)
    .where(
      and(
        lte(events.seq, newest),
        gt(events.seq, oldest),
        mayRead,
        whenDefined(from, (instant) => gte(events.at, instant)),
        whenDefined(before, (instant) => lt(events.at, instant)),
        whenDefined(filter.kind, (kind) => eq(events.kind, kind)),
        whenDefined(filter.kinds, (kinds) => inArray(events.kind, kinds)),
        hasOnlyChanges(filter) ? notInArray(events.kind, [...FORECASTING]) : undefined,
        whenDefined(filter.code, (code) => eq(events.code, code)),
        whenDefined(filter.requestId, (requestId) => eq(events.requestId, requestId)),
        whenDefined(filter.actorIds, (actorIds) => inArray(events.actorId, [...actorIds])),
        whenDefined(filter.release, (release) => eq(events.release, release)),
        whenDefined(filter.taskId, (taskId) => eq(events.taskId, taskId)),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(filter.limit + 1);
  const records = rows.slice(0, filter.limit).map(({ seq, hash, body }) => ({
    seq,
    hash: hash.toString("hex"),
    event: JSON.parse(body.toString()) as Event,
  }));
  const searched = oldest > above ? oldest + 1 : null;
  return { records, next: rows.length > filter.limit ? (records.at(-1)?.seq ?? null) : searched };
}

function isIndexed(filter: RecordFilter): boolean {
  return filter.code !== undefined || filter.requestId !== undefined || hasOnlyChanges(filter);
}

/** No attempts among them: the index of everything else is small. */
function hasOnlyChanges({ kind, kinds }: RecordFilter): boolean {
  const asked = kinds ?? (kind === undefined ? undefined : [kind]);
  return asked !== undefined && !asked.some((one) => FORECASTING.includes(one));
}
