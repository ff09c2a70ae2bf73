import Papa from "papaparse";
import type { Cell, FileContent, Refusal, Row, Unreadable } from "./file-content.ts";
import { countLines, lineCounter } from "./lines.ts";

export type Table = Extract<FileContent, { form: "table" }>;

const DELIMITERS = [",", ";", "\t"] as const;
const SEPARATOR = /^sep=([,;\t])(?:\r\n?|\n)/i;

/** Reads delimited text with a header row. */
export function readDelimited(text: string): Table | Unreadable {
  const named = SEPARATOR.exec(text);
  const rows = readRows(text.slice(named?.[0].length ?? 0), named?.[1], named === null ? 0 : 1);
  return "ok" in rows ? rows : toTable(rows, []);
}

/** Reads cells copied from a spreadsheet. */
export function readCells(text: string): { readonly ok: true; readonly rows: readonly TextRow[] } | Unreadable {
  const rows = readRows(text, "\t", 0);
  return "ok" in rows ? rows : { ok: true, rows: rows.filter(({ cells }) => !isEmpty(cells)) };
}

/** The apostrophe that our exports put before a text that a spreadsheet would run as a formula. */
const ESCAPE = /^'(?=[=+\-@\t\r\n])/;

export interface TextRow extends Row {
  readonly cells: readonly string[];
}

function readRows(file: string, given: string | undefined, linesBefore: number): TextRow[] | Unreadable {
  // Papa Parse knows one line break per file. Line breaks in quoted cells stay as written.
  const text = file.replaceAll(/"[^"]*"|\r\n?/g, (part) => (part.startsWith("\r") ? "\n" : part));
  const delimiter = given ?? findDelimiter(text);
  const rows: TextRow[] = [];
  const lineAt = lineCounter(text);
  let quote: number | undefined;
  let start = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: "\n",
    step({ data, errors, meta: { cursor } }, parser) {
      if (errors.some(({ type }) => type === "Quotes")) {
        quote = start + openQuote(text.slice(start), delimiter);
        parser.abort();
      } else rows.push({ line: lineAt(start) + linesBefore, cells: data.map((cell) => cell.replace(ESCAPE, "")) });
      start = cursor;
    },
  });
  if (quote === undefined) return rows;
  return {
    ok: false,
    line: countLines(text.slice(0, quote)) + linesBefore,
    message: 'A quoted cell that starts here does not end at a delimiter. Write a quote within a cell as "".',
  };
}

/** Returns the index of the first quote that opens a malformed cell. */
function openQuote(text: string, delimiter: string): number {
  const wellFormed = new RegExp(`^(?:(?:"(?:[^"]|"")*"|(?!")[^${delimiter}\\n]*)(?:[${delimiter}\\n]|$))*`);
  return wellFormed.exec(text)?.[0].length ?? 0;
}

/** Returns the delimiter that divides the header row into most columns. */
function findDelimiter(text: string): string {
  const columns = DELIMITERS.map(
    (delimiter) => Papa.parse<string[]>(text, { delimiter, newline: "\n", preview: 1 }).data[0]?.length ?? 0,
  );
  return DELIMITERS[columns.indexOf(Math.max(...columns))] ?? ",";
}

const isEmpty = (cells: readonly Cell[]): boolean => cells.every(isBlank);
const isBlank = (cell: Cell): boolean => typeof cell === "string" && cell.trim() === "";

/** Divides rows into header and rows. `refused` has the lines that are already refused. */
export function toTable(
  all: readonly Row[],
  refusedBefore: readonly Refusal[],
  sheets: readonly string[] = [],
): Table | Unreadable {
  const [first, ...rest] = all.filter(({ cells }) => !isEmpty(cells));
  if (first === undefined) return { ok: false, message: "The file is empty." };
  const names = first.cells.map((cell) => (typeof cell === "object" ? cell.date : String(cell)).trim());
  const header = names.slice(0, names.findLastIndex((name) => name !== "") + 1);
  const lower = header.map((name) => name.toLowerCase());
  const twice = header.find((name, index) => name !== "" && lower.indexOf(name.toLowerCase()) !== index);
  if (twice !== undefined) return { ok: false, line: first.line, message: `The column "${twice}" occurs twice.` };
  const unnamed = header.findIndex(
    (name, index) => name === "" && rest.some(({ cells }) => !isBlank(cells[index] ?? "")),
  );
  if (unnamed !== -1) {
    return { ok: false, line: first.line, message: `Column ${unnamed + 1} has values, but no name in the header row.` };
  }
  const refused = [...refusedBefore];
  const rows: Row[] = [];
  for (const { line, cells } of rest) {
    const name = header[cells.length];
    if (refusedBefore.some((one) => one.line === line)) continue;
    if (!isEmpty(cells.slice(header.length))) {
      const message = `The row has ${cells.length} cells, but the header row has ${header.length}. Put quotes around a cell that contains the delimiter.`;
      refused.push({ line, cell: `column ${header.length + 1}`, message });
    } else if (name !== undefined) {
      const message = `The row ends before this column: it has ${cells.length} of ${header.length} cells.`;
      refused.push({ line, cell: name, message });
    } else rows.push({ line, cells: cells.slice(0, header.length) });
  }
  refused.sort((one, other) => one.line - other.line);
  return { ok: true, form: "table", header, rows, refused, sheets };
}
