import Papa from "papaparse";

type Cell = string | number | boolean | null | undefined;

/** The columns of a table in order: the name of each column, and its value in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** The rows of a table, several at a time. */
export type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Returns one column per property of the row: `requestId` becomes the column `request_id`. */
export function fields<Name extends string>(...names: readonly Name[]): Columns<Readonly<Record<Name, Cell>>> {
  const nameOf = (name: Name) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [nameOf(name), (row: Readonly<Record<Name, Cell>>) => row[name]]));
}

/** Matches texts that a spreadsheet would run as a formula. Papa Parse's own pattern misses texts with a line break. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Yields CSV (RFC 4180) with CR LF line ends: a header row, then the rows. Texts that a spreadsheet would run as a
 * formula get a leading apostrophe. U+0000 becomes ␀, because CSV readers mishandle it.
 */
export async function* toCsv<Row>(pages: Pages<Row>, columns: Columns<Row>): AsyncGenerator<string> {
  yield printCells([Object.keys(columns)]);
  for await (const page of pages) {
    if (page.length > 0) yield printCells(page.map((row) => Object.values(columns).map((read) => read(row))));
  }
}

function printCells(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell.replaceAll("\u0000", "␀") : cell)),
  );
  return `${Papa.unparse(cells, { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}

/** Yields JSONL: one object per row, with the values of the columns if there are columns. */
export async function* toJsonl<Row>(pages: Pages<Row>, columns?: Columns<Row>): AsyncGenerator<string> {
  const objectOf = (row: Row) =>
    columns === undefined ? row : Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(row)]));
  for await (const page of pages) {
    if (page.length > 0) yield page.map((row) => `${JSON.stringify(objectOf(row))}\n`).join("");
  }
}
