import { asc, eq, gt } from "drizzle-orm";
import { type Columns, fields } from "#server/base/table.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { readPages } from "#server/db/read-pages.ts";
import { tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { type NamedOutcome, nameOutcomes } from "./list-outcomes.ts";

const PAGE = 500;

interface ExportedOutcome extends NamedOutcome {
  readonly question?: string;
  readonly resolvesAt?: Date;
}

/** An import reads the first six columns, and `status` to skip replaced entries. */
export const OUTCOME_COLUMNS: Columns<ExportedOutcome> = {
  ...fields("taskId", "option"),
  void: ({ option }) => option === null,
  ...fields("happenedAt", "source", "note", "question"),
  resolves_at: ({ resolvesAt }) => resolvesAt?.toISOString(),
  ...fields("status"),
  recorded_by: ({ recorder }) => recorder,
  ...fields("recordedAt"),
  confirmed_by: ({ confirmer }) => confirmer,
  ...fields("confirmedAt"),
};

/** Yields all outcome entries in pages, oldest first. */
export function readAllOutcomes(database: Database): AsyncGenerator<readonly ExportedOutcome[]> {
  return readPages(async (last) => {
    const rows = await database.orm
      .select({ outcome: outcomes, asked: { question: tasks.question, resolvesAt: tasks.resolvesAt } })
      .from(outcomes)
      .innerJoin(tasks, eq(tasks.taskId, outcomes.taskId))
      .where(whenDefined(last, ({ outcomeId }) => gt(outcomes.id, outcomeId)))
      .orderBy(asc(outcomes.id))
      .limit(PAGE);
    const named = await nameOutcomes(
      database,
      rows.map(({ outcome }) => outcome),
    );
    return named.map((entry, index) => ({ ...entry, ...rows[index]?.asked }));
  });
}
