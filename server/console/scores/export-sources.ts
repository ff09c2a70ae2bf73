import { writeCsv } from "#server/base/write-csv.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { type SourceRecord, toRecord } from "./list-sources.ts";
import { type SourceFilter, sumSources } from "./sum-sources.ts";

const PAGE = 500;

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

const COLUMNS = [
  "source",
  "questions",
  "forecasts",
  "brier",
  "log",
  "brier_skill",
  "log_skill",
  "paired_questions",
  "difference",
  "difference_low",
  "difference_high",
  "significant",
] as const;

function rowOf({ source, questions, forecasts, brier, log, skill, difference }: SourceRecord) {
  const { value, interval } = difference ?? { value: null, interval: null };
  const scores = [questions, forecasts, brier, log, skill.brier, skill.log];
  const compared = [difference?.questions ?? 0, value, interval?.low ?? null, interval?.high ?? null];
  return [source, ...scores, ...compared, difference?.isSignificant ?? false];
}

export async function* sourcesToCsv(pages: AsyncIterable<readonly SourceRecord[]>): AsyncGenerator<string> {
  yield writeCsv([COLUMNS]);
  for await (const page of pages) {
    if (page.length > 0) yield writeCsv(page.map(rowOf));
  }
}

export async function* sourcesToJsonl(pages: AsyncIterable<readonly SourceRecord[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    const lines = page.map((record) =>
      Object.fromEntries(rowOf(record).map((value, index) => [COLUMNS[index], value])),
    );
    if (lines.length > 0) yield `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  }
}
