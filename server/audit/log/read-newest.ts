import { and, desc, gte, inArray, isNotNull, lt, lte, notInArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type EventKind, OPENINGS } from "#lib/domain/audit-events.ts";
import { byIndex } from "#server/db/by-index.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";

/** Columns with an index for lists, those that usually have the fewest events per value first. */
const COLUMNS = ["taskId", "actorId", "code", "choice"] as const;

/** Events of these kinds that have one of the values in each column. With a column, no opening event is found. */
export interface Source {
  readonly kinds: readonly EventKind[];
  readonly columns: Columns;
}

export type Columns = Readonly<Partial<Record<(typeof COLUMNS)[number], readonly string[] | undefined>>>;

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
}

/**
 * Returns a page of the events of all sources that satisfy `condition`, latest time first. `next` is null at the end of
 * the list. Reads at most one page for each kind and value, and in addition the events that `condition` excludes.
 */
export function readNewest(
  database: Database,
  sources: readonly Source[],
  condition: SQL | undefined,
  span: Span,
): Promise<{ readonly rows: readonly FoundEvent[]; readonly next: number | null }> {
  return byIndex(database, async (orm) => {
    const limit = span.limit + 1;
    const end = await findEnd(orm, span);
    const start = { at: span.from ?? "-infinity", seq: 0 };
    const where = and(condition, isWithin(span));
    const found = sources.map((source) => select(source, start, end, where, limit));
    const { rows } = await orm.execute<{ seq: string }>(
      sql`select seq from (${sql.join(found, sql` union all `)}) as found order by at desc, seq desc limit ${limit}`,
    );
    const page = rows.slice(0, span.limit).map(({ seq }) => Number(seq));
    const next = rows.length === limit ? (page.at(-1) ?? null) : null;
    return { rows: await readRows(orm, inArray(events.seq, page)), next };
  });
}

export function readRows(orm: Drizzle, where: SQL | undefined): Promise<readonly FoundEvent[]> {
  return orm
    .select({ seq: events.seq, hash: events.hash, body: events.body })
    .from(events)
    .where(where)
    .orderBy(desc(events.at), desc(events.seq));
}

/** Returns the condition that an event belongs to the source. */
export function isIn({ kinds, columns }: Source): SQL | undefined {
  return and(inArray(events.kind, [...kinds]), ...listColumns(columns).map(isAnyOf));
}

export function isWithin({ from, before }: Pick<Span, "from" | "before">): SQL | undefined {
  return and(
    whenDefined(from, (instant) => gte(events.at, new Date(instant))),
    whenDefined(before, (instant) => lt(events.at, new Date(instant))),
  );
}

interface Wanted {
  readonly column: AnyPgColumn;
  readonly values: readonly string[];
}

function listColumns(columns: Columns): Wanted[] {
  return COLUMNS.flatMap((name) => whenDefined(columns[name], (values) => ({ column: events[name], values })) ?? []);
}

function isAnyOf({ column, values }: Wanted): SQL {
  return sql`${column} = any(${sql.param(values)}::text[])`;
}

/** The place of an event in lists. */
interface Position {
  readonly at: string;
  readonly seq: number;
}

/** Returns the end of a page (exclusive). A cursor to an archived event has the time of the event before it. */
async function findEnd(orm: Drizzle, { before, after }: Span): Promise<Position> {
  if (after === undefined) return { at: before ?? "infinity", seq: 0 };
  const last = orm.select({ at: events.at }).from(events).where(lte(events.seq, after));
  const [event] = await last.orderBy(desc(events.seq)).limit(1);
  return { at: event?.at.toISOString() ?? "-infinity", seq: after };
}

/**
 * Returns SQL for the newest events of a source. Conditions and order consist of rows with all columns of one index, so
 * that PostgreSQL uses this index, even without statistics, and reads no other entry of it. `is true` prevents the use of
 * an index for other conditions.
 */
function select(
  { kinds, columns }: Source,
  start: Position,
  end: Position,
  condition: SQL | undefined,
  limit: number,
): SQL {
  const [first, ...others] = listColumns(columns);
  const key = [...(first === undefined ? [] : [first.column]), events.kind, events.at, events.seq];
  const row = sql.join(key, sql`, `);
  const prefix = first === undefined ? sql`pair.kind` : sql`pair.value, pair.kind`;
  const where = and(
    sql`(${row}) >= (${prefix}, ${start.at}::timestamptz, ${start.seq}::bigint)`,
    sql`(${row}) < (${prefix}, ${end.at}::timestamptz, ${end.seq}::bigint)`,
    whenDefined(first, ({ column }) => and(isNotNull(column), notInArray(events.kind, [...OPENINGS]))),
    whenDefined(and(...others.map(isAnyOf), condition), (other) => sql`(${other}) is true`),
  );
  const newest = (most: number) => sql`
    select ${events.seq}, ${events.at} from ${events} where ${where}
    order by ${sql.join(key.map(desc), sql`, `)} limit ${most}`;
  // A page has events of at most `limit` pairs of kind and value: those with the latest events.
  return sql`
    select newest.seq, newest.at
    from (
      select pair.* from unnest(${sql.param(kinds)}::text[]) as kind
      cross join unnest(${sql.param(first?.values ?? [""])}::text[]) as value
      cross join lateral (select kind, value) as pair
      cross join lateral (${newest(1)}) as latest
      order by latest.at desc, latest.seq desc limit ${limit}
    ) as pair
    cross join lateral (${newest(limit)}) as newest`;
}
