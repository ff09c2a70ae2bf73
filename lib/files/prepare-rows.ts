import { movePoint } from "#lib/cells/move-point.ts";
import { END_OF_DAY, findOffset, readWrittenDate } from "#lib/cells/read-date.ts";
import { type Decimal, findDecimal, readNumber } from "#lib/cells/read-number.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import type { Cell, Entry, Field, Prepared, Refusal, Row, TableSettings } from "./file-content.ts";

/** A field with further column names that mean it. Names are compared without case, spaces and punctuation. */
export interface TableField extends Field {
  readonly aliases?: readonly string[];
  readonly isNumber?: boolean;
}

/** Reads the cells of one row by field. Each function throws a CellError for a cell that it cannot read. */
export interface RowCells {
  readonly line: number;
  has(field: string): boolean;
  /** Trimmed text; "" for an empty cell. */
  text(field: string): string;
  /** A number as JSON text; undefined for an empty cell. A percentage is a hundredth, and `isPercent` is true. */
  number(field: string): { readonly json: string; readonly isPercent: boolean } | undefined;
  /** A date-time with UTC offset; undefined for an empty cell. */
  date(field: string, withoutTime: "end of day" | "refused"): string | undefined;
}

export class CellError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns the field of each column by its name. A field is guessed once. */
export function guessFields(fields: readonly TableField[], header: readonly string[]): (string | undefined)[] {
  const byName = new Map<string, string>();
  for (const { name, label, aliases = [] } of fields.toReversed()) {
    for (const one of [...aliases, label, name]) byName.set(nameKey(one), name);
  }
  const taken = new Set<string>();
  return header.map((column) => {
    const field = byName.get(nameKey(column));
    if (field === undefined || taken.has(field)) return undefined;
    taken.add(field);
    return field;
  });
}

/** Converts each row to an entry. `read` returns undefined for a row to skip. */
export function prepareRows(
  fields: readonly TableField[],
  { header, rows, settings }: { header: readonly string[]; rows: readonly Row[]; settings: TableSettings },
  read: (cells: RowCells) => string | undefined,
): Prepared {
  const columnOf = (field: string) => settings.fields.indexOf(field);
  const nameOf = (field: string) => header[columnOf(field)] ?? field;
  const mapping = mappingError(fields, settings);
  if (mapping !== undefined) return { entries: [], refused: [{ line: 1, ...mapping }], asks: [] };
  const entries: Entry[] = [];
  const refused: Refusal[] = [];
  const asks = new Set<Prepared["asks"][number]>();
  const found = settings.decimal === undefined ? findNotations(fields, rows, columnOf) : [settings.decimal];
  const [notation] = found;
  for (const { line, cells } of rows) {
    const cellOf = (field: string): Cell => {
      const cell = cells[columnOf(field)] ?? "";
      return cell === "" ? (settings.constants?.[field] ?? "") : cell;
    };
    const textOf = (field: string) => {
      const cell = cellOf(field);
      return (typeof cell === "object" ? cell.date : String(cell)).trim();
    };
    const row: RowCells = {
      line,
      has: (field) => columnOf(field) !== -1 || (settings.constants?.[field] ?? "") !== "",
      text: textOf,
      number(field) {
        const cell = cellOf(field);
        if (typeof cell === "object") throw new CellError(field, "The cell is a date, not a number.");
        if (typeof cell === "number") return { json: JSON.stringify(cell), isPercent: false };
        const text = cell.trim();
        if (text === "") return undefined;
        const isPercent = text.endsWith("%");
        const plain = isPercent ? text.slice(0, -1).trim() : text;
        if (found.length !== 1 && findDecimal(plain) === "unclear") {
          asks.add("decimal");
          throw new CellError(field, `It is unclear whether "${text}" has a decimal or a thousands separator.`);
        }
        const json = readNumber(plain, notation ?? ".");
        if (json === undefined) throw new CellError(field, numberError(text, plain, notation));
        return { json: isPercent ? (movePoint(json, -2) ?? json) : json, isPercent };
      },
      date(field, withoutTime) {
        const text = textOf(field);
        if (text === "" || readDateTime(text).ok) return text || undefined;
        if (typeof cellOf(field) === "number") throw new CellError(field, "The cell is a number, not a date.");
        const written = readWrittenDate(text, settings.order);
        if (!written.ok) {
          if (written.needsOrder) asks.add("order");
          throw new CellError(field, `"${text}": ${written.message}`);
        }
        const { day, time, offset } = written;
        if (time === undefined && withoutTime === "refused") {
          throw new CellError(
            field,
            `Add the time, such as ${day} 12:00. A spreadsheet shows midnight as a date only.`,
          );
        }
        const local = `${day}T${time ?? END_OF_DAY}`;
        if (offset !== "") return local + offset;
        if (settings.zone === undefined) {
          asks.add("zone");
          throw new CellError(field, "Add the UTC offset, such as +02:00 or Z, or choose a time zone.");
        }
        const found = findOffset(local, settings.zone);
        if (!found.ok) throw new CellError(field, found.message);
        return local + found.offset;
      },
    };
    try {
      const text = read(row);
      if (text !== undefined) entries.push({ line, text });
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      refused.push({ line, cell: nameOf(error.field), message: error.message });
    }
  }
  return { entries, refused, asks: [...asks] };
}

function mappingError(
  fields: readonly TableField[],
  { fields: mapped, constants = {} }: TableSettings,
): Omit<Refusal, "line"> | undefined {
  const missing = fields.find(({ name, isRequired }) => isRequired && !mapped.includes(name) && !constants[name]);
  if (missing !== undefined) return { cell: missing.name, message: `The column "${missing.name}" is missing.` };
  const twice = mapped.find((name, index) => name !== undefined && mapped.indexOf(name) !== index);
  return twice === undefined ? undefined : { cell: twice, message: `Two columns are imported as "${twice}".` };
}

/** Returns the notations of the numbers that only one notation can read, in the order of the rows. */
function findNotations(
  fields: readonly TableField[],
  rows: readonly Row[],
  columnOf: (field: string) => number,
): readonly Decimal[] {
  const columns = fields.flatMap(({ name, isNumber }) => (isNumber ? [columnOf(name)] : []));
  const decimals = rows.flatMap(({ cells }) =>
    columns.flatMap((column) => {
      const cell = cells[column];
      const decimal = typeof cell === "string" ? findDecimal(cell.replace(/\s*%\s*$/, "")) : undefined;
      return decimal === "." || decimal === "," ? [decimal] : [];
    }),
  );
  return [...new Set(decimals)];
}

function numberError(text: string, plain: string, notation: Decimal | undefined): string {
  const other = notation === "," ? "." : ",";
  if (notation === undefined || readNumber(plain, other) === undefined) return `"${text}" is not a number.`;
  return `"${text}" has a decimal ${other === "," ? "comma" : "point"}, unlike other numbers of the table.`;
}
