import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from "fflate";
import readExcelFile from "read-excel-file/universal";
import type { Cell, FileContent, Refusal, Row, Unreadable } from "./file-content.ts";
import { toTable } from "./read-table.ts";

const MAX_BYTES = 50 * 1_024 * 1_024;
const MAX_ENTRIES = 1_000;
const XML = /\.xml(?:\.rels)?$/;
/** The library fills a rectangle of cells, which two distant cells can make arbitrarily large. */
const MAX_CELLS = 2_000_000;

const FORMS: readonly (readonly [path: RegExp, name: string])[] = [
  [/^mimetype$/, "an OpenDocument file"],
  [/^word\//, "a Word document"],
  [/^ppt\//, "a presentation"],
  [/^xl\/workbook\.bin$/, "a binary workbook (.xlsb)"],
];

/** Marks a cell that the library would read as empty. A private-use character occurs in no other cell. */
const MARK = "\uE000";

/**
 * Reads a sheet of an .xlsx file; the first sheet if `sheet` is undefined. Formulas count by their stored values. Refuses
 * rows with an error value, a formula without a stored value, or a time without a date. Merged cells have their value in
 * the first cell. Hidden rows are read.
 */
export async function readWorkbook(bytes: Uint8Array, sheet: string | undefined): Promise<FileContent | Unreadable> {
  const unpacked = unpack(bytes);
  if (!unpacked.ok) return unpacked;
  const { files } = unpacked;
  try {
    for (const [path, content] of Object.entries(files)) {
      if (!/^xl\/worksheets\/[^/]+\.xml$/.test(path)) continue;
      const xml = strFromU8(content);
      if (areaOf(xml) > MAX_CELLS) return unreadable(`A sheet spans more than ${MAX_CELLS} cells.`);
      files[path] = strToU8(markCells(xml));
    }
    // Stored without compression: the library needs an archive, and would unpack a compressed one in another worker.
    const archive = zipSync(files, { level: 0 });
    const sheets = await readExcelFile(new Uint8Array(archive).buffer, { trim: false });
    const names = sheets.map((one) => one.sheet);
    const found = sheet === undefined ? sheets[0] : sheets.find((one) => one.sheet === sheet);
    if (found === undefined) return unreadable(`The workbook has no sheet "${sheet}".`);
    return toRows(found.data, names);
  } catch {
    return unreadable("The workbook is damaged. Open it in a spreadsheet and save it as .xlsx again.");
  }
}

const unreadable = (message: string): Unreadable => ({ ok: false, message });

/** Unpacks the XML files. Judges the declared sizes first; fflate inflates no more than these. */
function unpack(bytes: Uint8Array): { readonly ok: true; readonly files: Unzipped } | Unreadable {
  const paths: string[] = [];
  let size = 0;
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        paths.push(name);
        size += originalSize;
        return false;
      },
    });
    if (size > MAX_BYTES || paths.length > MAX_ENTRIES) {
      return unreadable(`The workbook exceeds ${MAX_BYTES / 1_024 / 1_024} MiB uncompressed or ${MAX_ENTRIES} parts.`);
    }
    if (!paths.includes("xl/workbook.xml")) {
      const name = FORMS.find(([path]) => paths.some((one) => path.test(one)))?.[1] ?? "a ZIP archive";
      return unreadable(`This is ${name}. Save it as .xlsx or CSV.`);
    }
    return { ok: true, files: unzipSync(bytes, { filter: ({ name }) => XML.test(name) }) };
  } catch {
    return unreadable("The archive is damaged. Open the file in a spreadsheet and save it as .xlsx again.");
  }
}

/** Returns rows times columns of the rectangle that contains all cells. */
function areaOf(xml: string): number {
  let [rows, columns] = [0, 0];
  for (const [, letters, digits = ""] of xml.matchAll(/\sr="([A-Z]{0,9})(\d+)"/g)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(
      columns,
      [...(letters ?? "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    );
  }
  return rows * columns;
}

/** Replaces each error value and each formula without a stored value by marked text. */
function markCells(xml: string): string {
  return xml.replaceAll(/<((?:\w+:)?)c(\s[^>]*[^>/])>([\s\S]*?)<\/\1c>/g, (cell, prefix, attributes, content) => {
    const isError = /\st=["']e["']/.test(attributes);
    const value = /<(?:\w+:)?v>([^<]+)<\//.exec(content)?.[1];
    if (!isError && (value !== undefined || !/<(?:\w+:)?f[\s/>]/.test(content))) return cell;
    if (!isError && /\st=["']str["']/.test(attributes)) return cell;
    const plain = attributes.replace(/\st=["']\w+["']/, "");
    return `<${prefix}c${plain} t="str"><${prefix}v>${MARK}${isError ? (value ?? "#ERROR!") : ""}</${prefix}v></${prefix}c>`;
  });
}

function toRows(data: readonly (readonly unknown[])[], sheets: readonly string[]) {
  const refused: Refusal[] = [];
  const errors: { readonly line: number; readonly index: number; readonly message: string }[] = [];
  const rows = data.map((values, row): Row => {
    const cells = values.map((value, index): Cell => {
      const message = errorOf(value);
      if (message !== undefined) errors.push({ line: row + 1, index, message });
      return message === undefined ? toCell(value) : message;
    });
    return { line: row + 1, cells };
  });
  const header = rows.find(({ cells }) => cells.some((cell) => cell !== ""));
  for (const { line, index, message } of errors) {
    if (line === header?.line) return unreadable(`The header row has an error in column ${index + 1}. ${message}`);
    const name = header?.cells[index];
    refused.push({
      line,
      cell: typeof name === "string" && name !== "" ? name.trim() : `column ${index + 1}`,
      message,
    });
  }
  return toTable(rows, refused, sheets);
}

/** A spreadsheet stores a time or a duration as a date in the first days of its calendar. */
const FIRST_YEAR = 1905;

function errorOf(value: unknown): string | undefined {
  if (value instanceof Date) {
    return value.getUTCFullYear() < FIRST_YEAR ? "The cell is a time without a date." : undefined;
  }
  if (typeof value !== "string" || !value.startsWith(MARK)) return undefined;
  return value === MARK
    ? "The formula has no stored value. Save the workbook in a spreadsheet first."
    : `The cell has the error ${value.slice(1)}.`;
}

function toCell(value: unknown): Cell {
  if (!(value instanceof Date)) return typeof value === "number" ? value : String(value ?? "");
  // Binary fractions of a day are off by fractions of a millisecond.
  const date = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString().slice(0, 19);
  return { date: date.endsWith("T00:00:00") ? date.slice(0, 10) : date };
}
