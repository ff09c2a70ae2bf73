import { and, desc, eq, gt, gte, inArray, lt, lte, notInArray, type SQL } from "drizzle-orm";
import { version } from "uuid";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { ALL_EVENT_KINDS, type EventKind, FORECASTING, OPENINGS } from "#lib/domain/audit-events.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import type { Event } from "./event.ts";
import { findWindowEnd, readLastSeq } from "./scan-window.ts";
import { findSequenceRange } from "./sequence-range.ts";

export interface EventFilter {
  readonly kind?: EventKind | undefined;
  readonly kinds?: EventKind[] | undefined;
  readonly code?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  /** Ids of the API keys or members that caused the events. */
  readonly actorIds?: readonly string[] | undefined;
  readonly release?: string | undefined;
  readonly taskId?: string | undefined;
  /** `from` (inclusive) and `before` (exclusive) are ISO 8601. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Cursor: `next` of the previous page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/**
 * Returns a page of the audit log, newest first. If `next` is a number, there may be more events, even if the page
 * has fewer than `limit`: if no index fits the filter, one page searches only one scan window. `condition` is an
 * additional filter.
 */
export async function readEvents(database: Database, filter: EventFilter, condition?: SQL) {
  const from = whenDefined(filter.from, (instant) => new Date(instant));
  const before = whenDefined(filter.before, (instant) => new Date(instant));
  const arrived = whenDefined(filter.requestId, readArrival);
  const earliest = arrived !== undefined && arrived > (from ?? 0) ? arrived : from;
  const { above, upTo } = await findSequenceRange(database, { from: earliest, before });
  const newest = Math.min(upTo, filter.after === undefined ? await findStart(database, filter) : filter.after - 1);
  const withCode = whenDefined(filter.code, (code) => eq(events.code, code));
  const oldest = hasOnlyChanges(filter) ? above : await findWindowEnd(database, { above, upTo: newest }, withCode);
  const rows = await database.orm
    .select({ seq: events.seq, hash: events.hash, body: events.body })
    .from(events)
    .where(
      and(
        lte(events.seq, newest),
        gt(events.seq, oldest),
        condition,
        whenDefined(from, (instant) => gte(events.at, instant)),
        whenDefined(before, (instant) => lt(events.at, instant)),
        whenDefined(filter.kind, (kind) => eq(events.kind, kind)),
        whenDefined(filter.kinds, (kinds) => inArray(events.kind, kinds)),
        hasOnlyChanges(filter) ? notInArray(events.kind, [...FORECASTING]) : undefined,
        withCode,
        whenDefined(filter.requestId, (requestId) => eq(events.requestId, requestId)),
        whenDefined(filter.actorIds, (actorIds) => inArray(events.actorId, [...actorIds])),
        whenDefined(filter.release, (release) => eq(events.release, release)),
        whenDefined(filter.taskId, (taskId) => eq(events.taskId, taskId)),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(filter.limit + 1);
  const page = rows.slice(0, filter.limit).map(({ seq, hash, body }) => ({
    seq,
    hash: hash.toString("hex"),
    event: JSON.parse(body.toString()) as Event,
  }));
  const searched = oldest > above ? oldest + 1 : null;
  return { events: page, next: rows.length > filter.limit ? (page.at(-1)?.seq ?? null) : searched };
}

/** Returns a request's arrival time from its UUIDv7, or undefined for other UUIDs. No event of the request is older. */
function readArrival(requestId: string): Date | undefined {
  if (version(requestId) !== 7) return undefined;
  const arrived = Number.parseInt(requestId.replaceAll("-", "").slice(0, 12), 16);
  // An invented id may contain a year that PostgreSQL cannot represent.
  return new Date(Math.min(arrived, Date.now()));
}

/**
 * Returns the sequence number of the last event that may match. For a request, this is its outcome event, which an
 * index finds; opening events have no index, but precede the outcome closely. The maximum is computed here, because
 * PostgreSQL may scan the log from its end for max().
 */
async function findStart(database: Database, filter: EventFilter): Promise<number> {
  if (filter.requestId === undefined) return readLastSeq(database);
  const outcomes = await database.orm
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.requestId, filter.requestId), notInArray(events.kind, [...OPENINGS])));
  if (outcomes.length > 0) return Math.max(...outcomes.map(({ seq }) => seq));
  return OPENINGS.some((kind) => askedKinds(filter).includes(kind)) ? readLastSeq(database) : 0;
}

/** Whether the filter excludes events of forecasts. One small index contains all other events. */
function hasOnlyChanges(filter: EventFilter): boolean {
  return !askedKinds(filter).some((kind) => FORECASTING.some((forecasting) => forecasting === kind));
}

function askedKinds({ kind, kinds }: EventFilter): readonly EventKind[] {
  return kinds ?? (kind === undefined ? ALL_EVENT_KINDS : [kind]);
}
