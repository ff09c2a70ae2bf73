import { asc, eq, gt } from "drizzle-orm";
import { visible } from "#lib/format.ts";
import { writeCsv } from "#server/base/write-csv.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";
import { nameOutcomes } from "./list-outcomes.ts";
import { OUTCOME_COLUMNS, type OutcomeColumn } from "./read-outcomes.ts";

const PAGE = 500;

export type ExportedOutcome = Readonly<Record<OutcomeColumn, string | boolean | null>>;

/** Yields all outcome entries in pages, oldest first. */
export async function* readAllOutcomes(database: Database): AsyncGenerator<ExportedOutcome[]> {
  for (let last: string | undefined; ; ) {
    const rows = await database.orm
      .select({ outcome: outcomes, question: tasks.question, resolvesAt: tasks.resolvesAt })
      .from(outcomes)
      .innerJoin(tasks, eq(tasks.taskId, outcomes.taskId))
      .where(last === undefined ? undefined : gt(outcomes.id, last))
      .orderBy(asc(outcomes.id))
      .limit(PAGE);
    const named = await nameOutcomes(
      database,
      rows.map(({ outcome }) => outcome),
    );
    yield named.map((entry, index) => ({
      task_id: entry.taskId,
      option: entry.option,
      void: entry.option === null,
      happened_at: entry.happenedAt,
      source: entry.source,
      note: entry.note,
      question: visible(rows[index]?.question ?? ""),
      resolves_at: rows[index]?.resolvesAt.toISOString() ?? null,
      status: entry.status,
      recorded_by: entry.recorder,
      recorded_at: entry.recordedAt,
      confirmed_by: entry.confirmer,
      confirmed_at: entry.confirmedAt,
    }));
    last = rows.at(-1)?.outcome.id;
    if (last === undefined) return;
  }
}

export async function* outcomesToCsv(pages: AsyncIterable<readonly ExportedOutcome[]>): AsyncGenerator<string> {
  yield writeCsv([OUTCOME_COLUMNS]);
  for await (const page of pages) {
    if (page.length > 0) yield writeCsv(page.map((row) => OUTCOME_COLUMNS.map((column) => row[column])));
  }
}

export async function* outcomesToJsonl(pages: AsyncIterable<readonly ExportedOutcome[]>): AsyncGenerator<string> {
  for await (const page of pages) if (page.length > 0) yield `${page.map((row) => JSON.stringify(row)).join("\n")}\n`;
}
