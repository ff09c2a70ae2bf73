import { compareDateTimes } from "#lib/contract/date-time.ts";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import type { ObservationForm, OptionForm } from "./compose-form.ts";
import { dateText, readDateAt } from "./date-time-text.ts";
import { isPerOption, KIND_NAMES, type KindName, kindOf } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";
import { fractionToPercent } from "./percent-text.ts";
import { readObservation } from "./read-observation.ts";

export type RowsReading =
  | { readonly ok: true; readonly observations: readonly ObservationForm[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a table of observations of one kind. Its columns are `observed_at`, the kind's fields, and the option ids. A
 * table with the column `time` instead becomes one history per series. `offset` is added to dates without one; "" adds
 * nothing, and the API then refuses those dates.
 */
export function readTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  options: readonly OptionForm[],
  offset: string,
): RowsReading {
  const columns = header.map((name) => name.trim());
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) return { ok: false, message: `The column "${twice}" occurs twice.` };
  if (columns.includes("time")) return readHistories(columns, rows, offset);
  if (!columns.includes("observed_at")) return { ok: false, message: 'The column "observed_at" is missing.' };
  const ids = optionIds(options);
  const kinds = tableColumns(ids);
  const table = kinds.find(({ columns: [first = ""] }) => columns.includes(first));
  if (table === undefined) {
    const firsts = kinds.map(({ columns: [first] }) => `"${first}"`).join(", ");
    return { ok: false, message: `Add the column that determines the kind of observation, one of ${firsts}.` };
  }
  const unknown = columns.find((name) => !table.columns.includes(name) && name !== "observed_at");
  if (unknown !== undefined) {
    return {
      ok: false,
      message: `The column "${unknown}" is neither a field of this kind of observation nor an option id.`,
    };
  }
  return {
    ok: true,
    observations: rows.map((row) => {
      const cell = (name: string) => row[columns.indexOf(name)] ?? "";
      const fields = readRow(table.kind, options, ids, cell);
      return { kind: table.kind, observedAt: readDateAt(cell("observed_at"), offset), fields };
    }),
  };
}

export const HISTORY_COLUMNS: readonly string[] = ["time", "series", "value", "unit"];

/** Reads one history per series, observed at the time of its last value. Columns other than `time` and `value` are optional. */
function readHistories(columns: readonly string[], rows: readonly (readonly string[])[], offset: string): RowsReading {
  const unknown = columns.find((name) => !HISTORY_COLUMNS.includes(name));
  if (unknown !== undefined || !columns.includes("value"))
    return {
      ok: false,
      message:
        "A table with the column time also needs value, and may have series and unit. No other columns are allowed.",
    };
  const values = rows.map((row) => {
    const cell = (name: string) => (row[columns.indexOf(name)] ?? "").trim();
    const at = readDateAt(cell("time"), offset);
    return { at, line: `${dateText(at)}, ${cell("value")}`, series: cell("series"), unit: cell("unit") };
  });
  const bySeries = Map.groupBy(values, ({ series, unit }) => JSON.stringify([series, unit]));
  const observations = [...bySeries.values()].flatMap(([first, ...others]): ObservationForm[] => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const { at } = all.reduce((one, other) =>
      compareDateTimes(dateText(one.at), dateText(other.at)) < 0 ? other : one,
    );
    const { series, unit } = first;
    return [
      { kind: "history", observedAt: at, fields: { series, unit, values: all.map(({ line }) => line).join("\n") } },
    ];
  });
  return { ok: true, observations };
}

/** Returns the importable columns of each kind, without `observed_at`, which every table has. */
export const tableColumns = (ids: readonly string[]) =>
  KIND_NAMES.filter((kind) => kindOf(kind).fields.every(({ type }) => type !== "lines" && type !== "intervals")).map(
    (kind) => ({
      kind,
      columns: kindOf(kind).fields.flatMap((field) => (isPerOption(field) ? ids : [field.name])),
    }),
  );

function readRow(
  kind: KindName,
  options: readonly OptionForm[],
  ids: readonly string[],
  cell: (column: string) => string,
): Record<string, string> {
  const texts = kindOf(kind).fields.flatMap((field): (readonly [string, string])[] => {
    const { name, type } = field;
    if (!isPerOption(field)) return [[name, type === "number" ? cell(name).trim() : cell(name)]];
    return options.map(({ key }, index) => {
      const text = cell(ids[index] ?? "").trim();
      return [`${name}/${key}`, type === "percents" ? (fractionToPercent(text) ?? text) : text];
    });
  });
  return Object.fromEntries(texts);
}

/** Reads observations from JSON: an array, JSON Lines, or the context of a whole request. */
export function readJsonRows(text: string, options: readonly OptionForm[]): RowsReading {
  const values = parseValues(text);
  if (values === undefined) return { ok: false, message: "The text is neither JSON nor JSON Lines." };
  const strange = values.findIndex(
    (value) => !isJsonObject(value) || (value.type !== "text" && value.type !== "structured"),
  );
  if (strange !== -1) {
    return {
      ok: false,
      message: `Entry ${strange + 1} is not an observation: its type must be "text" or "structured".`,
    };
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
