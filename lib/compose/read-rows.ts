import type { Json } from "#lib/contract/json.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { type DateTimeForm, emptyObservation, type ObservationForm, type OptionForm } from "./compose-form.ts";
import { optionIds } from "./option-ids.ts";
import { readDate, readObservation } from "./read-observation.ts";
import { tidyDate } from "./tidy-date.ts";

export type RowsReading =
  | { readonly ok: true; readonly observations: readonly ObservationForm[] }
  | { readonly ok: false; readonly message: string };

/** How to read dates that say no zone. "" leaves them without one, which the API refuses. */
export interface DateReading {
  readonly offset: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dateOf(text: string, { offset }: DateReading): DateTimeForm {
  const read = readDate(text.trim());
  const date = read.offset === "" || read.local === "" ? { ...read, offset } : read;
  // A day stands for its start, where the reader has said in which zone.
  const local = DAY.test(date.local) && offset !== "" ? `${date.local}T00:00:00` : date.local;
  return tidyDate({ ...date, local });
}

/**
 * Observations out of a table: `rows` under their `header`, which has `observed_at` and the columns of one kind: `text`;
 * `source` and a column an option, `weight` if wanted; `reference_class` and a column an option; `series`, `value`,
 * `unit` if wanted; or `data` with JSON.
 */
export function readTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  options: readonly OptionForm[],
  dates: DateReading,
): RowsReading {
  const columns = header.map((name) => name.trim());
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) return { ok: false, message: `The column "${twice}" occurs twice.` };
  if (!columns.includes("observed_at")) return { ok: false, message: 'There is no column "observed_at".' };
  const ids = optionIds(options);
  const reader = readerFor(new Set(columns), options, ids);
  if (reader === undefined) {
    return {
      ok: false,
      message: 'There is no column "text", "source", "reference_class", "series" or "data" to tell what the rows are.',
    };
  }
  const strange = columns.find((name) => !reader.columns.includes(name) && name !== "observed_at");
  if (strange !== undefined) {
    return { ok: false, message: `The column "${strange}" is neither a field of such observations nor an option.` };
  }
  return {
    ok: true,
    observations: rows.map((row) => {
      const cell = (name: string) => row[columns.indexOf(name)] ?? "";
      return { ...reader.read(cell), observedAt: dateOf(cell("observed_at"), dates) };
    }),
  };
}

interface RowReader {
  readonly columns: readonly string[];
  read(cell: (column: string) => string): ObservationForm;
}

function readerFor(
  columns: ReadonlySet<string>,
  options: readonly OptionForm[],
  ids: readonly string[],
): RowReader | undefined {
  const numbers = (cell: (column: string) => string) =>
    Object.fromEntries(options.map(({ key }, index) => [key, cell(ids[index] ?? "").trim()]));
  if (columns.has("text")) {
    return { columns: ["text"], read: (cell) => ({ ...emptyObservation("text"), text: cell("text") }) };
  }
  if (columns.has("source")) {
    return {
      columns: ["source", "weight", ...ids],
      read: (cell) => ({
        ...emptyObservation("forecast"),
        name: cell("source"),
        weight: cell("weight").trim(),
        numbers: numbers(cell),
      }),
    };
  }
  if (columns.has("reference_class")) {
    return {
      columns: ["reference_class", ...ids],
      read: (cell) => ({ ...emptyObservation("counts"), name: cell("reference_class"), numbers: numbers(cell) }),
    };
  }
  if (columns.has("series")) {
    return {
      columns: ["series", "value", "unit"],
      read: (cell) => ({
        ...emptyObservation("measurement"),
        name: cell("series"),
        value: cell("value").trim(),
        unit: cell("unit"),
      }),
    };
  }
  if (columns.has("data")) {
    return { columns: ["data"], read: (cell) => ({ ...emptyObservation("raw"), json: cell("data") }) };
  }
  return undefined;
}

/** Observations out of JSON: a list of them, one a line, or a whole request, of which the context is taken. */
export function readJsonRows(text: string, options: readonly OptionForm[]): RowsReading {
  const values = parseValues(text);
  if (values === undefined) return { ok: false, message: "This is neither JSON nor a line of JSON an observation." };
  const strange = values.findIndex(
    (value) => !isJsonObject(value) || (value.type !== "text" && value.type !== "structured"),
  );
  if (strange !== -1) {
    return { ok: false, message: `Entry ${strange + 1} is no observation: its type must be "text" or "structured".` };
  }
  const ids = optionIds(options);
  const keyOf = new Map(options.map(({ key }, index) => [ids[index] ?? "", key]));
  return { ok: true, observations: values.map((value) => readObservation(value, keyOf)) };
}

function parseValues(text: string): readonly Json[] | undefined {
  try {
    const value: Json = JSON.parse(text);
    if (Array.isArray(value)) return value;
    if (!isJsonObject(value)) return undefined;
    const { input = value } = value;
    return isJsonObject(input) && Array.isArray(input.context) ? input.context : [value];
  } catch {
    return parseLines(text);
  }
}

function parseLines(text: string): readonly Json[] | undefined {
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line): Json => JSON.parse(line));
  } catch {
    return undefined;
  }
}
