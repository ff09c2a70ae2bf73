import Papa from "papaparse";
import { visible } from "#lib/format.ts";
import { whenDefined } from "#server/infra/db/when-defined.ts";
import type { ForecastDetail } from "./compose-detail.ts";

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

/** What a spreadsheet would take for a formula. Not the library's own expression, which a line break in the cell gets past. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Forecasts as CSV (RFC 4180, UTF-8, lines end with CR LF), the header first: a row for each forecast and option.
 * Texts that look like a formula begin with an apostrophe; U+0000, which readers of CSV stumble over, is shown as ␀.
 */
export async function* toCsv(pages: AsyncIterable<readonly ForecastDetail[]>): AsyncGenerator<string> {
  yield write([COLUMNS]);
  for await (const page of pages) {
    const rows = page.flatMap(rowsOf).map((row) => COLUMNS.map((column) => row[column]));
    if (rows.length > 0) yield write(rows);
  }
}

function write(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse([...rows] as unknown[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
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
