import { type Columns, estimate, fields } from "#server/base/table.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { type SourceRecord, toRecord } from "./list-sources.ts";
import { type SourceFilter, sumSources } from "./sum-sources.ts";

const PAGE = 500;

export const SOURCE_COLUMNS: Columns<SourceRecord> = {
  ...fields("source", "questions", "forecasts", "brier", "log"),
  brier_skill: ({ skill }) => skill.brier,
  log_skill: ({ skill }) => skill.log,
  paired_questions: ({ difference }) => difference?.questions ?? 0,
  ...estimate("difference", ({ difference }: SourceRecord) => difference),
  significant: ({ difference }) => difference?.isSignificant ?? false,
};

/** Yields the records of all sources that the filter selects, in pages. */
export async function* readAllSources(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  filter: Omit<SourceFilter, "name">,
): AsyncGenerator<SourceRecord[]> {
  const at = now();
  for (let offset = 0; ; offset += PAGE) {
    const rows = await sumSources(database, at, filter, { limit: PAGE, offset });
    yield rows.map(toRecord);
    if (rows.length < PAGE) return;
  }
}
