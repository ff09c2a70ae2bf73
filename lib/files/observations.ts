import { movePoint } from "#lib/cells/move-point.ts";
import type { OptionForm } from "#lib/compose/compose-form.ts";
import { isPerOption, KIND_NAMES, type KindName, kindOf } from "#lib/compose/observation-kinds.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { compareDateTimes } from "#lib/contract/date-time.ts";
import { pointer } from "#lib/contract/issue.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { memberTexts } from "#lib/contract/member-texts.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import type { Entry, ImportTarget, Prepared, Refusal } from "./file-content.ts";
import { CellError, guessFields, prepareRows, type RowCells, type TableField } from "./prepare-rows.ts";
import { printObject, printText } from "./print-object.ts";
import { readValues } from "./read-values.ts";

/** Kinds whose observation fits into one row of a table. */
const ROW_KINDS = KIND_NAMES.filter((kind) =>
  kindOf(kind).fields.every(({ type }) => type !== "lines" && type !== "intervals"),
);

const DATE: TableField = {
  name: "observed_at",
  label: "Observed at",
  isRequired: false,
  aliases: ["observed", "date", "published", "published_at", "Datum", "as of"],
};
const TIME: TableField = { name: "time", label: "Time of a value", isRequired: false, aliases: ["timestamp", "Zeit"] };

/** Returns the columns of each kind of row, without `observed_at`, which every table has. */
export const rowColumns = (ids: readonly string[]) =>
  ROW_KINDS.map((kind) => ({
    kind,
    columns: kindOf(kind).fields.flatMap((field) => (isPerOption(field) ? ids : [field.name])),
  }));

/**
 * Observations of one kind, one per row, or the values of histories if a column is the time of a value. The kind follows
 * from the mapped fields. A field `option/…` has the value of the option with this key.
 */
export function observationTarget(options: readonly OptionForm[]): ImportTarget {
  const ids = optionIds(options);
  const optionFields = options.map(({ key, description }, index): TableField => {
    const id = ids[index] ?? "";
    return {
      name: `option/${key}`,
      label: description.trim() || id,
      isRequired: false,
      aliases: [id, `${id} %`],
      isNumber: true,
    };
  });
  const kindFields = ROW_KINDS.flatMap((kind) => kindOf(kind).fields).flatMap((field): TableField[] =>
    isPerOption(field)
      ? []
      : [{ name: field.name, label: field.label, isRequired: false, isNumber: field.type === "number" }],
  );
  const fields = [DATE, ...kindFields, ...optionFields, TIME];
  return {
    fields,
    guess: (header) => guessFields(fields, header),
    prepare(header, rows, settings) {
      const mapped = settings.fields.filter((name) => name !== undefined);
      const isHistory = mapped.includes(TIME.name);
      const kind = isHistory ? undefined : findKind(mapped);
      const refusal = kind === undefined && !isHistory ? noKind() : fieldError(kind, mapped);
      if (refusal !== undefined) return { entries: [], refused: [refusal], asks: [] };
      const table = { header, rows, settings };
      if (kind === undefined) return prepareHistories(fields, table);
      return prepareRows(fields, table, (row) => {
        const observedAt = row.date(DATE.name, "end of day");
        if (observedAt === undefined) throw new CellError(DATE.name, "The date is missing.");
        return printObservation(kind, observedAt, kind === "text" ? row.text("text") : readData(kind, row));
      });
    },
  };

  function readData(kind: KindName, row: RowCells): string {
    if (kind === "raw") return readRaw(row);
    const members = kindOf(kind).fields.map((field): [string, string | undefined] => {
      const { name, type } = field;
      if (type === "percents") return [name, printObject(readShares(row))];
      if (isPerOption(field)) {
        return [name, printObject(optionFields.map((each, index) => [ids[index] ?? "", row.number(each.name)?.json]))];
      }
      return [name, type === "number" ? row.number(name)?.json : printText(row.text(name))];
    });
    return printObject([["kind", JSON.stringify(kind)], ...members]);
  }

  /** Percentages and fractions are told apart by their sum. */
  function readShares(row: RowCells): [string, string | undefined][] {
    const cells = optionFields.map(({ name }) => row.number(name));
    const isPercent = cells.some((cell) => cell?.isPercent);
    const sum = cells.reduce((total, cell) => total + Number(cell?.json ?? 0), 0);
    const divisor = [1, 100].find((whole) => Math.abs(sum / whole - 1) < 0.02);
    const [first = DATE] = optionFields;
    if (divisor === undefined || (isPercent && divisor === 100)) {
      throw new CellError(first.name, "The probabilities of the options must add up to 100 percent.");
    }
    return cells.map((cell, index) => [ids[index] ?? "", cell && (divisor === 1 ? cell.json : hundredth(cell.json))]);
  }
}

const hundredth = (json: string): string => movePoint(json, -2) ?? json;

function findKind(mapped: readonly string[]): KindName | undefined {
  return ROW_KINDS.find((kind) => mapped.includes(kindOf(kind).fields[0].name));
}

function noKind(): Refusal {
  const firsts = ROW_KINDS.map((kind) => `"${kindOf(kind).fields[0].name}"`).join(", ");
  return { line: 1, message: `Add the column that determines the kind of observation, one of ${firsts} or "time".` };
}

export const HISTORY_FIELDS: readonly string[] = ["time", "series", "value", "unit"];

function fieldError(kind: KindName | undefined, mapped: readonly string[]): Refusal | undefined {
  const own = kind === undefined ? HISTORY_FIELDS : kindOf(kind).fields.map(({ name }) => name);
  const takesOptions = kind !== undefined && kindOf(kind).fields.some(isPerOption);
  const strange = mapped.find(
    (name) =>
      !own.includes(name) &&
      (kind === undefined || name !== DATE.name) &&
      !(takesOptions && name.startsWith("option/")),
  );
  const missing = kind === undefined ? ["value"] : [DATE.name];
  if (strange !== undefined) {
    const message = `A table of ${kind === undefined ? "histories" : `the kind ${kind}`} has no column "${strange}".`;
    return { line: 1, cell: strange, message };
  }
  const [first] = missing.filter((name) => !mapped.includes(name));
  return first === undefined ? undefined : { line: 1, cell: first, message: `The column "${first}" is missing.` };
}

function readRaw(row: RowCells): string {
  const text = row.text("data");
  const { entries, refused } = readValues(text);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || !entry.text.startsWith("{") || refused.length > 0) {
    throw new CellError("data", "This is not a JSON object.");
  }
  return entry.text;
}

function printObservation(kind: KindName, observedAt: string, content: string): string {
  const isText = kind === "text";
  return printObject([
    ["type", JSON.stringify(isText ? "text" : "structured")],
    isText ? ["text", JSON.stringify(content)] : ["data", content],
    ["observed_at", JSON.stringify(observedAt)],
  ]);
}

/** Makes one history per series, observed at the time of its last value. A refused row refuses its whole series. */
function prepareHistories(fields: readonly TableField[], table: Parameters<typeof prepareRows>[1]): Prepared {
  const values: { key: string; series: string; unit: string; line: number; time: string; value: string }[] = [];
  const keys = new Map<number, string>();
  const { refused, asks } = prepareRows(fields, table, (row) => {
    const [series, unit] = [row.text("series"), row.text("unit")];
    const key = JSON.stringify([series, unit]);
    keys.set(row.line, key);
    const time = row.date("time", "end of day");
    const value = row.number("value")?.json;
    if (time === undefined) throw new CellError("time", "The time is missing.");
    if (value === undefined) throw new CellError("value", "The value is missing.");
    values.push({ key, series, unit, line: row.line, time, value });
    return undefined;
  });
  const incomplete = new Set(refused.map(({ line }) => keys.get(line)));
  const entries = [...Map.groupBy(values, ({ key }) => key).values()].flatMap(([first, ...others]): Entry[] => {
    if (first === undefined || incomplete.has(first.key)) return [];
    const all = [first, ...others];
    const last = all.reduce((one, other) => (compareDateTimes(one.time, other.time) < 0 ? other : one));
    const data = printObject([
      ["kind", '"history"'],
      ["series", JSON.stringify(first.series)],
      ["unit", printText(first.unit)],
      ["values", `[${all.map(({ time, value }) => `[${JSON.stringify(time)},${value}]`).join(",")}]`],
    ]);
    return [{ line: first.line, text: printObservation("history", last.time, data) }];
  });
  return { entries, refused, asks };
}

const MEMBERS: readonly string[] = ["type", "text", "data", "observed_at"];

/** Returns the observations among JSON values: observations themselves, or the context of whole requests. */
export function readObservationValues(values: readonly Entry[]): Omit<Prepared, "asks"> {
  const entries: Entry[] = [];
  const refused: Refusal[] = [];
  for (const entry of values.flatMap(contextOf)) {
    const error = observationError(entry.text);
    if (error === undefined) entries.push(entry);
    else refused.push({ line: entry.line, ...error });
  }
  return { entries, refused };
}

function contextOf(entry: Entry): readonly Entry[] {
  const request = memberTexts(entry.text);
  const context = memberTexts(request?.get("input") ?? entry.text)?.get("context");
  if (!context?.startsWith("[")) return [entry];
  const from = entry.line - 1 + entry.text.slice(0, entry.text.lastIndexOf(context)).split(/\r\n?|\n/).length - 1;
  return readValues(context).entries.map(({ line, text }) => ({ line: line + from, text }));
}

function observationError(text: string): Omit<Refusal, "line"> | undefined {
  const parsed = parseText(text);
  if (!parsed.ok) return { message: parsed.issue.message };
  const { value, duplicates } = parsed;
  const [duplicate] = duplicates;
  if (duplicate !== undefined) return { cell: duplicate.path, message: duplicate.message };
  if (!isJsonObject(value) || (value.type !== "text" && value.type !== "structured")) {
    return { message: 'This is not an observation: its type must be "text" or "structured".' };
  }
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  return unknown === undefined
    ? undefined
    : { cell: pointer([unknown]), message: "An observation has no such member." };
}
