import { and, asc, gt, notInArray } from "drizzle-orm";
import { FORECASTING } from "#lib/domain/audit-events.ts";
import { readLastSeq } from "#server/audit/log/scan-window.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { REPLAYED_TABLES, readRows } from "./read-rows.ts";
import { type Fields, type ReplayedTable, type RowChange, replayEvent } from "./replay-event.ts";

const PAGE = 250;

interface Expected {
  /** Sequence number of the last event that changed the row. */
  seq: number;
  fields: Fields;
}

type Replay = Readonly<Record<ReplayedTable, Map<string, Expected>>>;

interface Difference extends ChainError {
  readonly table: ReplayedTable;
  readonly key: string;
}

/**
 * Replays the audit log's events about submissions, verdicts, bindings, approvals, outcomes, scored questions, notes,
 * tags, aliases of sources, evaluations, credentials, keys of the log and members, and reports differences from the tables, which the gateway uses for its
 * decisions. Skips rows changed by an event after the start, because they may have been read before or after the event.
 */
export async function compareTables(database: Database, pace: Pace): Promise<ChainError[]> {
  const through = await readLastSeq(database);
  const expected = await replay(database, { above: 0, upTo: through }, pace);
  const differences: Difference[] = [];
  for (const table of REPLAYED_TABLES) {
    const remaining = expected[table];
    for await (const { key, fields } of paced(readRows(database, table), pace)) {
      const row = remaining.get(key);
      remaining.delete(key);
      const message =
        row === undefined ? "no event in the audit log created this row" : compareFields(fields, row.fields);
      if (message !== undefined)
        differences.push({ table, key, seq: row?.seq ?? null, message: `${table} ${key}: ${message}` });
    }
    for (const [key, { seq }] of remaining) {
      differences.push({ table, key, seq, message: `${table} ${key}: the row created by this event is missing` });
    }
  }
  const changed = await replay(database, { above: through, upTo: Number.MAX_SAFE_INTEGER }, pace);
  return differences.filter(({ table, key }) => !changed[table].has(key)).map(({ seq, message }) => ({ seq, message }));
}

/** Compares only the fields that the events define. */
function compareFields(found: Fields, expected: Fields): string | undefined {
  const name = Object.keys(expected).find((field) => found[field] !== expected[field]);
  if (name === undefined) return undefined;
  return `${name} is ${JSON.stringify(found[name])}, but according to the audit log it is ${JSON.stringify(expected[name])}`;
}

/** Returns the rows that events in this range create or change, with the fields that the events set. */
async function replay(
  database: Database,
  span: { readonly above: number; readonly upTo: number },
  pace: Pace,
): Promise<Replay> {
  const replayed: Replay = {
    submissions: new Map(),
    verdicts: new Map(),
    bindings: new Map(),
    approvals: new Map(),
    outcomes: new Map(),
    scored_questions: new Map(),
    question_notes: new Map(),
    tags: new Map(),
    source_aliases: new Map(),
    evaluations: new Map(),
    evaluation_verdicts: new Map(),
    credentials: new Map(),
    credential_keys: new Map(),
    log_keys: new Map(),
    members: new Map(),
  };
  for await (const { seq, body } of paced(readChanges(database, span.above), pace)) {
    if (seq > span.upTo) break;
    for (const { table, key, fields } of changesOf(body)) {
      replayed[table].set(key, { seq, fields: { ...replayed[table].get(key)?.fields, ...fields } });
    }
  }
  return replayed;
}

/** Yields all events except those of predictions, which change no replayed table. */
async function* readChanges({ orm }: Database, above: number): AsyncGenerator<{ seq: number; body: Buffer }> {
  for (let last = above; ; ) {
    const rows = await orm
      .select({ seq: events.seq, body: events.body })
      .from(events)
      .where(and(gt(events.seq, last), notInArray(events.kind, [...FORECASTING])))
      .orderBy(asc(events.seq))
      .limit(PAGE);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
  }
}

/**
 * Returns the row changes of an event; none for a malformed event, which the verification of the hash chain reports.
 */
function changesOf(body: Buffer): readonly RowChange[] {
  try {
    return replayEvent(JSON.parse(body.toString()));
  } catch {
    return [];
  }
}
