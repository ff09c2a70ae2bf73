import Papa from "papaparse";

/** What a spreadsheet would take for a formula. Not the library's own expression, which a line break in the cell gets past. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Rows as CSV (RFC 4180, UTF-8, lines end with CR LF). Texts that look like a formula begin with an apostrophe. Readers of
 * CSV stumble over U+0000: show texts that may contain it by visible().
 */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse([...rows] as unknown[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
