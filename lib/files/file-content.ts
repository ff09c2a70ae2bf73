import type { DateOrder } from "#lib/cells/read-date.ts";

/** A cell as the file stores it: text, or the number or the date of a spreadsheet's cell. */
export type Cell = string | number | CellDate;

/** A date or date-time without a UTC offset: "2027-03-20", "2027-03-20T12:30:00". */
export interface CellDate {
  readonly date: string;
}

/** Lines are counted from 1, as an editor or a spreadsheet counts them. */
export interface Row {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** A JSON value as text, so that duplicate names and large numbers stay as written. */
export interface Entry {
  readonly line: number;
  readonly text: string;
}

/** The reason why a line is not imported. */
export interface Refusal {
  readonly line: number;
  /** The name of the column or the JSON Pointer of the member. */
  readonly cell?: string;
  readonly message: string;
}

/** Content of a file: a table with a header row, or JSON values. `refused` has the lines that could not be read. */
export type FileContent =
  | {
      readonly ok: true;
      readonly form: "table";
      readonly header: readonly string[];
      readonly rows: readonly Row[];
      readonly refused: readonly Refusal[];
      readonly sheets: readonly string[];
    }
  | {
      readonly ok: true;
      readonly form: "values";
      readonly entries: readonly Entry[];
      readonly refused: readonly Refusal[];
    };

/** A file that cannot be read at all. */
export interface Unreadable {
  readonly ok: false;
  readonly line?: number;
  readonly message: string;
  /** The beginning of the file as Windows-1252, which decodes any bytes and is therefore offered, never assumed. */
  readonly asWindows1252?: string;
}

export interface ReadOptions {
  readonly encoding?: "windows-1252" | undefined;
  /** Name of a sheet; the first sheet if undefined. */
  readonly sheet?: string | undefined;
}

/** A field that a column of a table can be mapped to. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/** How the cells of a table are read. */
export interface TableSettings {
  /** Field name by index of the column; undefined for a column that is not imported. */
  readonly fields: readonly (string | undefined)[];
  /** IANA time zone or UTC offset of date-times without an offset. */
  readonly zone: string | undefined;
  readonly decimal: "." | "," | undefined;
  /** Order of day and month in dates with slashes. */
  readonly order?: DateOrder | undefined;
  /** Text by field for rows without a cell of that field. */
  readonly constants?: Readonly<Record<string, string>>;
}

/**
 * A table converted to JSON values. `asks` lists the settings that the cells need and that are undefined; until they are
 * set, the lines that need them are in `refused`.
 */
export interface Prepared {
  readonly entries: readonly Entry[];
  readonly refused: readonly Refusal[];
  readonly asks: readonly ("zone" | "decimal" | "order")[];
}

/** One kind of import. */
export interface ImportTarget {
  readonly fields: readonly Field[];
  /** JSON objects with one of these members are imported as they are; if defined, other objects are rows of a table. */
  readonly ownMembers?: readonly string[];
  /** Guesses the field of each column from its name. */
  guess(header: readonly string[]): (string | undefined)[];
  prepare(header: readonly string[], rows: readonly Row[], settings: TableSettings): Prepared;
}
