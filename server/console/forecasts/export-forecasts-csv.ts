import { visible } from "#lib/format.ts";
import { writeCsv } from "#server/base/write-csv.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";

const COLUMNS = [
  "request_id",
  "event",
  "generated_at",
  "input_as_of",
  "resolves_at",
  "release",
  "model_version",
  "asked_by",
  "task_id",
  "input_id",
  "question",
  "place",
  "option",
  "meaning",
  "probability",
  "chosen",
] as const;

type Column = (typeof COLUMNS)[number];

/** Yields CSV: a header row, then one row per option of each forecast. Replaces U+0000 with ␀. */
export async function* toCsv(pages: AsyncIterable<readonly ForecastDetail[]>): AsyncGenerator<string> {
  yield writeCsv([COLUMNS]);
  for await (const page of pages) {
    const rows = page.flatMap(rowsOf).map((row) => COLUMNS.map((column) => row[column]));
    if (rows.length > 0) yield writeCsv(rows);
  }
}

function rowsOf({ request, options, response, askedBy, taskId, event }: ForecastDetail): Record<Column, unknown>[] {
  const { task, result } = response;
  return options.map((option, index) => ({
    request_id: response.request_id,
    event: event.seq,
    generated_at: response.generated_at,
    input_as_of: response.input_as_of,
    resolves_at: task.resolution.resolves_at,
    release: request.model,
    model_version: response.model_version,
    asked_by: visible(askedBy.name),
    task_id: taskId,
    input_id: response.input_id,
    question: visible(task.instructions),
    place: index + 1,
    option,
    meaning: whenDefined(task.criteria[option] ?? undefined, visible),
    probability: result.probabilities[option],
    chosen: option === result.choice,
  }));
}
