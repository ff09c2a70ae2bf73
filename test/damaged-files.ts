import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { writeXlsx } from "./xlsx.ts";

export type Target = "observations" | "questions" | "outcomes" | "cases";

export interface DamagedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The only import with these columns; undefined if every import refuses the file. */
  readonly target?: Target;
  /** Undefined if the file has no lines. */
  readonly line?: number;
  readonly why: string;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "utf16le"));
const zip = (names: readonly string[]) =>
  new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, strToU8("x")]))));

type Defect = readonly [name: string, content: string | Uint8Array<ArrayBuffer>, line: number | undefined, why: string];

/** Files that no import accepts, whatever their columns mean. */
const OF_EVERY_TARGET: readonly Defect[] = [
  ["an empty file", "", undefined, "empty"],
  ["a file of blank lines", "\n \r\n", undefined, "empty"],
  ["a PDF file", "%PDF-1.7", undefined, "PDF"],
  ["an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), undefined, ".xls"],
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47]), undefined, "PNG"],
  ["a Word document", zip(["[Content_Types].xml", "word/document.xml"]), undefined, "Word"],
  ["an OpenDocument file", zip(["mimetype", "content.xml"]), undefined, "OpenDocument"],
  ["a binary workbook", zip(["xl/workbook.bin"]), undefined, ".xlsb"],
  ["a damaged archive", utf8("PK\u0003\u0004nothing"), undefined, "damaged"],
  ["Windows-1252", new Uint8Array([...utf8("source,text\nM,"), 0xfc, 0x0a]), 2, "not UTF-8"],
  ["UTF-16 without a byte order mark", utf16("source,text\nM,x\n"), undefined, "UTF-16"],
  ["UTF-16 that ends within a character", utf16("\uFEFFa,b\n1,2").subarray(0, -1), 2, "UTF-16"],
  ["a NUL character", "a,b\n1,\0\n", 2, "NUL"],
  ["a quote that does not end", 'a,b\n1,2\n"3,4\n5,6\n', 3, "quoted cell"],
  ["text after a closing quote", 'a,b\n"x\ny",1\n"2" x,3\n', 4, "quoted cell"],
  ["a row that is too long", "a,b\n1,2\n1,2,3\n", 3, "3 cells"],
  ["a row that is too short", 'a,b,c\n"1\n2",3,4\n5,6\n', 4, "2 of 3"],
  ["a column that occurs twice", "a, A \n1,2\n", 1, "occurs twice"],
  ["a column without a name", "a,,c\n1,2,3\n", 1, "no name"],
  ["JSON that does not end", '[{"a":1},\n{"b":', 2, "does not end"],
  ["JSON with NaN", '{"a":NaN}', 1, "not valid JSON"],
  ["JSON with a comment", '[{"a":1},\n// b\n{}]', 2, "not valid JSON"],
  ["JSON with a trailing comma", '[{"a":1},\n]', 2, "not valid JSON"],
  ["JSON with text after its end", '[{"a":1}]\nx', 2, "end of the JSON array"],
  ["a damaged line of JSON Lines", '{"a":1}\n\n{"b":2,}\n{"c":3}', 3, "not valid JSON"],
  ["a damaged value over several lines", '{\n"a":1,\n}', 3, "not valid JSON"],
];

/** Workbooks, which only the console reads. */
const WORKBOOKS: readonly Defect[] = [
  ["a workbook with an error value", sheet(["a"], [['t="e"', "<f>1/0</f><v>#DIV/0!</v>"]]), 2, "#DIV/0!"],
  ["a workbook with a formula without a value", sheet(["a"], [["", "<f>1+1</f>"]]), 2, "no stored value"],
  ["a workbook with a time without a date", sheet(["a"], [['s="3"', "<v>0.5</v>"]]), 2, "time without a date"],
  ["a workbook with a far cell", bomb('<c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c>'), undefined, "spans more"],
  ["a workbook that unpacks to 60 MiB", bomb(" ".repeat(60 * 1_024 * 1_024)), undefined, "exceeds 50 MiB"],
  [
    "a workbook of 1,100 parts",
    zip(Array.from({ length: 1_100 }, (_, index) => `${index}.xml`)),
    undefined,
    "1000 parts",
  ],
  ["a gzip file", new Uint8Array(gzipSync("a,b\n1,2\n")), undefined, "gzip"],
];

const FORECAST = "source;observed_at;yes;no\n";
const QUESTION = "question;options;resolution_criteria;resolves_at;as_of\n";
const OUTCOME = "task_id;option;void;happened_at;source\n";
const TASK = `sha256:${"0".repeat(64)}`;

const OF_ONE_TARGET: readonly (readonly [target: Target, ...Defect])[] = [
  ["observations", "a date with slashes", `${FORECAST}M;03/04/2027;0,5;0,5\n`, 2, "slashes"],
  ["observations", "a two-digit year", `${FORECAST}M;20.03.27;0,5;0,5\n`, 2, "four digits"],
  ["observations", "a date that does not exist", `${FORECAST}M;30.02.2027;0,5;0,5\n`, 2, "does not exist"],
  ["observations", "a time that the clocks skip", `${FORECAST}M;2027-03-28 02:30;0,5;0,5\n`, 2, "skip"],
  ["observations", "a time that occurs twice", `${FORECAST}M;2027-10-31 02:30;0,5;0,5\n`, 2, "twice"],
  ["observations", "a missing date", `${FORECAST}M;;0,5;0,5\n`, 2, "missing"],
  ["observations", "text after a number", `${FORECAST}M;2027-03-20;12abc;88\n`, 2, "not a number"],
  ["observations", "a number with two decimal commas", `${FORECAST}M;2027-03-20;1,2,3;88\n`, 2, "not a number"],
  [
    "observations",
    "a decimal point among commas",
    `${FORECAST}M;2027-03-20;12,5;87,5\nN;2027-03-20;12.5;87.5\n`,
    3,
    "unlike",
  ],
  ["observations", "an unclear number", "series;observed_at;value\ns;2027-03-20;1,234\n", 2, "unclear"],
  ["observations", "probabilities with a wrong sum", `${FORECAST}M;2027-03-20;0,5;0,6\n`, 2, "add up"],
  ["observations", "JSON data that is not an object", "data;observed_at\n[1];2027-03-20\n", 2, "not a JSON object"],
  ["observations", "columns of two kinds", "source;text;observed_at\nM;x;2027-03-20\n", 1, 'no column "source"'],
  ["observations", "columns of no kind", "weight;observed_at\n1;2027-03-20\n", 1, "determines the kind"],
  ["questions", "a cutoff without a time", `${QUESTION}Q?;a|b;C;2027-03-20 12:00;2027-01-01\n`, 2, "Add the time"],
  ["questions", "one option", `${QUESTION}Q?;a;C;2027-03-20 12:00;2027-01-01 12:00\n`, 2, "two options"],
  ["questions", "an option that occurs twice", `${QUESTION}Q?;a|a;C;2027-03-20 12:00;2027-01-01 12:00\n`, 2, "twice"],
  ["questions", "a missing column", "question;options\nQ?;a|b\n", 1, "is missing"],
  ["questions", "an empty cell", `${QUESTION};a|b;C;2027-03-20 12:00;2027-01-01 12:00\n`, 2, "empty"],
  ["outcomes", "void that is neither true nor false", `${OUTCOME}${TASK};;maybe;;S\n`, 2, "true"],
  ["outcomes", "an impossible day of the decision", `${OUTCOME}${TASK};yes;;2026-13-01;S\n`, 2, "does not exist"],
  [
    "cases",
    "an outcome that is not an option",
    `set;outcome;${QUESTION}s;c;Q?;a|b;C;2027-03-20 12:00;2027-01-01 12:00\n`,
    2,
    "not an option",
  ],
];

const toFile = ([name, content, line, why]: Defect, target?: Target): DamagedFile => ({
  name,
  bytes: typeof content === "string" ? utf8(content) : content,
  why,
  ...(line !== undefined && { line }),
  ...(target !== undefined && { target }),
});

/** Text files that every import refuses, on the page and on the server. */
export const DAMAGED_TEXTS: readonly DamagedFile[] = OF_EVERY_TARGET.map((defect) => toFile(defect));

export const DAMAGED_FILES: readonly DamagedFile[] = [
  ...DAMAGED_TEXTS,
  ...WORKBOOKS.map((defect) => toFile(defect)),
  ...OF_ONE_TARGET.map(([target, ...defect]) => toFile(defect, target)),
];

function sheet(...rows: Parameters<typeof writeXlsx>[0][string]): Uint8Array<ArrayBuffer> {
  return writeXlsx({ Sheet1: rows });
}

function bomb(xml: string): Uint8Array<ArrayBuffer> {
  const files = { "xl/workbook.xml": strToU8("<workbook/>"), "xl/worksheets/sheet1.xml": strToU8(xml) };
  return new Uint8Array(zipSync(files));
}
