import Papa from "papaparse";

/** Texts that a spreadsheet would run as a formula. The library's own expression misses cells with a line break. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Returns the rows as CSV (RFC 4180, UTF-8, CR LF line ends). Texts that look like a formula get a leading apostrophe.
 * CSV readers mishandle U+0000: pass texts that may contain it through visible() first.
 */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse([...rows] as unknown[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
