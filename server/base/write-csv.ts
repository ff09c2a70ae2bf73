import Papa from "papaparse";

/** Matches texts that a spreadsheet would run as a formula. Papa Parse's own pattern misses texts with a line break. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Returns the rows as CSV (RFC 4180) with CR LF line ends. Texts that a spreadsheet would run as a formula get a
 * leading apostrophe. CSV readers mishandle U+0000: pass texts that may contain U+0000 through visible() first.
 */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse([...rows] as unknown[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
