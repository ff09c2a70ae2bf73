import { existsSync, readFileSync } from "node:fs";
import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { SequenceRange } from "#server/audit/log/read-events.ts";
import type { StoredContents } from "#server/db/event-contents.ts";
import type { Database } from "#server/db/open.ts";
import { readAll } from "#server/db/read-pages.ts";
import { eventContents, events } from "#server/db/schema.ts";
import { readLines } from "./read-lines.ts";

// The contents of the events in an export or archive are in a file of their own, which can be rewritten without touching
// the events. Each line has the disclosures of one event: `{"seq":12,"contents":{"note":"WyJ…"}}`.

const PAGE = 250;

/** Returns the path of the contents that belong to a file of events. */
export function contentsFileOf(file: string): string {
  return `${file}.contents`;
}

/** Returns the path of the tombstone of a file of contents that could not be rewritten. It lists the erased contents. */
export function tombstoneOf(contentsFile: string): string {
  return `${contentsFile}.erased`;
}

/** Returns the contents in a tombstone, as `seq/field`. Throws for a damaged one, as it would show erased contents. */
export function readTombstone(contentsFile: string): ReadonlySet<string> {
  const file = tombstoneOf(contentsFile);
  if (!existsSync(file)) return new Set();
  const text = readFileSync(file, "utf8");
  if (!/^(\d+\/\w+\n)*$/.test(text))
    throw new Error(`${file} is damaged. Delete it and run npm run erase-archives again.`);
  return new Set(text.split("\n"));
}

interface Row {
  readonly seq: number;
  readonly contents: StoredContents;
}

/** Yields the lines of a file of contents, for the events that satisfy `condition`. */
export async function* exportContents(
  { orm }: Pick<Database, "orm">,
  { above, upTo }: SequenceRange,
  condition?: SQL,
): AsyncGenerator<string> {
  const { seq, field, disclosure } = eventContents;
  const contents = sql<StoredContents>`json_object_agg(${field}, ${disclosure} order by ${field})`;
  const rows = readAll<Row>((last) =>
    orm
      .select({ seq, contents })
      .from(eventContents)
      .innerJoin(events, eq(events.seq, seq))
      .where(and(gt(seq, last?.seq ?? above), lte(seq, upTo), condition))
      .groupBy(seq)
      .orderBy(asc(seq))
      .limit(PAGE),
  );
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/**
 * Returns a function that looks up the contents of events, in ascending order: null for an event without a line, undefined
 * if the file does not exist. It throws if a line is not as it was exported, or belongs to an event that was not looked up.
 */
export function openContents(file: string): (seq: number) => Promise<StoredContents | null | undefined> {
  if (!existsSync(file)) return async () => undefined;
  const rows = readRows(file);
  let next: Promise<IteratorResult<Row, undefined>> | undefined;
  return async (seq) => {
    next ??= rows.next();
    const { value: row } = await next;
    if (row === undefined || row.seq > seq) return null;
    if (row.seq < seq) throw new Error(`${file} has contents of event ${row.seq}, which the events do not include.`);
    next = undefined;
    return row.contents;
  };
}

/** Yields the lines of a file of contents without erased contents, by default those of its tombstone. */
export async function* readRows(file: string, erased = readTombstone(file)): AsyncGenerator<Row, undefined> {
  for await (const line of readLines(file)) {
    const row = parseLine(line.toString());
    if (row === undefined) throw new Error(`${file} is not as it was exported. Use an unchanged copy of the file.`);
    const kept = Object.entries(row.contents).filter(([field]) => !erased.has(`${row.seq}/${field}`));
    if (kept.length > 0) yield { seq: row.seq, contents: Object.fromEntries(kept) };
  }
  return undefined;
}

function parseLine(line: string): Row | undefined {
  try {
    const { seq, contents } = JSON.parse(line);
    return Number.isSafeInteger(seq) && JSON.stringify({ seq, contents }) === line ? { seq, contents } : undefined;
  } catch {
    return undefined;
  }
}
