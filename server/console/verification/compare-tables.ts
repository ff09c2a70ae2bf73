import { and, asc, gt, notInArray } from "drizzle-orm";
import { FORECASTING } from "#lib/domain/audit-events.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import type { SequenceRange } from "#server/audit/log/read-events.ts";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { contentsOfEvent, type StoredContents } from "#server/db/event-contents.ts";
import type { Database } from "#server/db/open.ts";
import { readAll } from "#server/db/read-pages.ts";
import { events } from "#server/db/schema.ts";
import { type Fields, REPLAYED_TABLES, readRows } from "./read-rows.ts";
import { type Change, type KnownFields, type RowChange, replayEvent } from "./replay-event.ts";

const PAGE = 250;

interface Expected {
  /** Sequence number of the last event that changed the row. */
  seq: number;
  fields: KnownFields;
}

/**
 * Replays the audit log's events about submissions, verdicts, bindings, approvals, outcomes, scored questions, notes,
 * tags, aliases of sources, evaluations, holds, credentials, personal tokens, keys of the log, members and orders of options,
 * and reports differences from the tables, which the gateway uses for its decisions. Skips rows changed by an event
 * after the start, because they may have been read before or after the event.
 */
export async function compareTables(database: Database, pace: Pace): Promise<ChainError[]> {
  const through = await readLastSeq(database);
  const { rows: expected, erased } = await replay(database, { above: 0, upTo: through }, pace);
  const errors = new Map<string, ChainError>();
  for (const table of REPLAYED_TABLES) {
    for await (const { key, fields } of paced(readRows(database, table), pace)) {
      const id = `${table} ${key}`;
      const row = expected.get(id);
      expected.delete(id);
      if (subjectsOf(key, fields).some((subject) => erased.has(`${table} ${subject}`))) continue;
      const message =
        row === undefined ? "no event in the audit log created this row" : compareFields(fields, row.fields);
      if (message !== undefined) errors.set(id, { seq: row?.seq ?? null, message: `${id}: ${message}` });
    }
  }
  for (const [id, { seq }] of expected) {
    errors.set(id, { seq, message: `${id}: the row created by this event is missing` });
  }
  const { rows: changed } = await replay(database, { above: through, upTo: Number.MAX_SAFE_INTEGER }, pace);
  return [...errors].flatMap(([id, error]) => (changed.has(id) ? [] : [error]));
}

/** Compares only the fields that the events define. */
function compareFields(found: Fields, expected: KnownFields): string | undefined {
  const name = Object.keys(expected).find((field) => expected[field] !== undefined && found[field] !== expected[field]);
  if (name === undefined) return undefined;
  return `${name} is ${JSON.stringify(found[name])}, but according to the audit log it is ${JSON.stringify(expected[name])}`;
}

/** Returns the keys under which an erased content can stand for a row. */
function subjectsOf(key: string, { task_id }: Fields): readonly unknown[] {
  return [key, key.split(" by ")[0], task_id, ""];
}

/**
 * Returns the rows that events in this range create or change, by table and key, with the fields that they set, and the
 * tables and keys of erased contents.
 */
async function replay(database: Database, span: SequenceRange, pace: Pace) {
  const rows = new Map<string, Expected>();
  const erased = new Set<string>();
  for await (const { seq, body, contents } of paced(readChanges(database, span.above), pace)) {
    if (seq > span.upTo) break;
    for (const { table, key, fields } of changesOf(body, contents)) {
      const id = `${table} ${key}`;
      if (fields === undefined) erased.add(id);
      else rows.set(id, { seq, fields: { ...rows.get(id)?.fields, ...fields } });
    }
  }
  return { rows, erased };
}

/** Yields all events except those of predictions, which change no replayed table. */
function readChanges({ orm }: Database, above: number) {
  return readAll<{ readonly seq: number; readonly body: Buffer; readonly contents: StoredContents | null }>((last) =>
    orm
      .select({ seq: events.seq, body: events.body, contents: contentsOfEvent })
      .from(events)
      .where(and(gt(events.seq, last?.seq ?? above), notInArray(events.kind, [...FORECASTING])))
      .orderBy(asc(events.seq))
      .limit(PAGE),
  );
}

/**
 * Returns the row changes of an event; none for a malformed event, which the verification of the hash chain reports.
 */
function changesOf(body: Buffer, contents: StoredContents | null): readonly RowChange[] {
  try {
    return replayEvent(openEvent(body, contents) as Change);
  } catch {
    return [];
  }
}
