import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { given } from "#server/db/given.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { Event } from "#server/events/event.ts";

export interface RecordFilter {
  readonly kind?: string | undefined;
  readonly kinds?: string[] | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** The `next` of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface RecordPage {
  readonly records: readonly { readonly seq: number; readonly hash: string; readonly event: Event }[];
  readonly next: number | null;
}

/** The record's events, the newest first. */
export async function listRecords(database: Database, filter: RecordFilter): Promise<RecordPage> {
  const rows = await database.orm
    .select({ seq: events.seq, hash: events.hash, body: events.body })
    .from(events)
    .where(
      and(
        given(filter.kind, (kind) => eq(events.kind, kind)),
        given(filter.kinds, (kinds) => inArray(events.kind, kinds)),
        given(filter.code, (code) => eq(events.code, code)),
        given(filter.requestId, (requestId) => eq(events.requestId, requestId)),
        given(filter.after, (after) => lt(events.seq, after)),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(filter.limit + 1);
  const records = rows.slice(0, filter.limit).map(({ seq, hash, body }) => ({
    seq,
    hash: hash.toString("hex"),
    event: JSON.parse(body.toString()) as Event,
  }));
  return { records, next: rows.length > filter.limit ? (records.at(-1)?.seq ?? null) : null };
}
