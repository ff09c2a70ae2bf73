import { and, desc, inArray, isNotNull, lt, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { type EventKind, OPENINGS } from "#lib/domain/audit-events.ts";
import { byIndex } from "#server/db/by-index.ts";
import { contentsOfEvent, type StoredContents } from "#server/db/event-contents.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";

/** The columns with an index for lists, those that usually have the fewest events per value first. */
const COLUMNS = ["requestId", "taskId", "code", "actorId"] as const;

/** Events of these kinds that have one of the values in each column. Only a request finds its opening event. */
export interface Source {
  readonly kinds: readonly EventKind[];
  readonly columns: Readonly<Partial<Record<(typeof COLUMNS)[number], readonly string[] | undefined>>>;
}

export interface Span {
  /** `from` (inclusive) and `before` (exclusive) are ISO 8601. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Cursor: `next` of the previous page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface FoundEvent {
  readonly seq: number;
  readonly hash: Buffer;
  readonly body: Buffer;
  readonly contents: StoredContents | null;
}

/**
 * Returns a page of the events of all sources that satisfy `condition`, latest time first. `next` is null at the end of
 * the list. Of the first column, reads at most one page for each kind and value; in addition, it reads the events that
 * the other columns and `condition` exclude.
 */
export function readNewest(
  database: Database,
  sources: readonly Source[],
  condition: SQL | undefined,
  { from = "-infinity", before, after, limit }: Span,
): Promise<{ readonly rows: readonly FoundEvent[]; readonly next: number | null }> {
  return byIndex(database, async (orm) => {
    const page = { from, end: await findEnd(orm, before, after), limit: limit + 1 };
    const where = and(
      condition,
      whenDefined(before, (instant) => lt(events.at, new Date(instant))),
    );
    const found = sql.join(
      sources.map((source) => select(source, where, page)),
      sql` union all `,
    );
    const { rows } = await orm.execute<{ seq: string }>(
      sql`select seq from (${found}) as found order by at desc, seq desc limit ${page.limit}`,
    );
    const seqs = rows.slice(0, limit).map(({ seq }) => Number(seq));
    const read = await orm
      .select({ seq: events.seq, hash: events.hash, body: events.body, contents: contentsOfEvent })
      .from(events)
      .where(inArray(events.seq, seqs))
      .orderBy(desc(events.at), desc(events.seq));
    return { rows: read, next: rows.length > limit ? (seqs.at(-1) ?? null) : null };
  });
}

interface Page {
  readonly from: string;
  /** Position of the first event that follows the page, in the order of time. */
  readonly end: { readonly at: string; readonly seq: number };
  readonly limit: number;
}

/** Returns the end of a page. A cursor to an archived event has the time of the event before it. */
async function findEnd(orm: Drizzle, before = "infinity", after?: number): Promise<Page["end"]> {
  if (after === undefined) return { at: before, seq: 0 };
  const last = orm.select({ at: events.at }).from(events).where(lte(events.seq, after));
  const [event] = await last.orderBy(desc(events.seq)).limit(1);
  return { at: event?.at.toISOString() ?? "-infinity", seq: after };
}

/**
 * Returns SQL for the newest events of a source. They are in the order of all columns of one index, with `any` as the
 * condition on its first column, because PostgreSQL could use another index for `=`. `is true` prevents the use of an
 * index for other conditions.
 */
function select({ kinds, columns }: Source, condition: SQL | undefined, { from, end, limit }: Page): SQL {
  const [first, ...others] = COLUMNS.flatMap(
    (name) => whenDefined(columns[name], (values) => ({ name, values })) ?? [],
  );
  const where = and(
    first === undefined ? sql`${events.kind} = any(array[pair.kind])` : isOfPair(first.name),
    sql`${events.at} >= ${from}::timestamptz and (${events.at}, ${events.seq}) < (${end.at}::timestamptz, ${end.seq}::bigint)`,
    whenDefined(
      and(...others.map(({ name, values }) => sql`${events[name]} = any(${sql.param(values)}::text[])`), condition),
      (other) => sql`(${other}) is true`,
    ),
  );
  const key = [...(first === undefined ? [] : [events[first.name]]), events.kind, events.at, events.seq];
  const order = sql.join(key.map(desc), sql`, `);
  const newest = (most: number) =>
    sql`select ${events.seq}, ${events.at} from ${events} where ${where} order by ${order} limit ${most}`;
  // A page has events of at most `limit` pairs of kind and value: those with the latest events.
  return sql`
    select newest.seq, newest.at
    from (
      select pair.* from unnest(${sql.param([...new Set(kinds)])}::text[]) as kind
      cross join unnest(${sql.param([...new Set(first?.values ?? [""])])}::text[]) as value
      cross join lateral (select kind, value) as pair
      cross join lateral (${newest(1)}) as latest
      order by latest.at desc, latest.seq desc limit ${limit}
    ) as pair
    cross join lateral (${newest(limit)}) as newest`;
}

/** Returns the condition that an event has the pair's kind and value, for the index of the column. */
function isOfPair(name: (typeof COLUMNS)[number]): SQL | undefined {
  const ofKind = sql`${events.kind} = pair.kind`;
  // The index by request contains no kinds, but all events.
  if (name === "requestId") return sql`${events.requestId} = any(array[pair.value]::uuid[]) and (${ofKind}) is true`;
  const ofValue = sql`${events[name]} = any(array[pair.value])`;
  return and(ofValue, ofKind, isNotNull(events[name]), notInArray(events.kind, [...OPENINGS]));
}
