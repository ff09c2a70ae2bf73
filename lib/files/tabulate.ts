import { scanNames } from "#lib/contract/duplicate-names.ts";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { tokensOf } from "#lib/contract/json-tokens.ts";
import type { Cell, Entry, FileContent, Refusal, Row } from "./file-content.ts";
import { countLines } from "./lines.ts";
import { eachValue } from "./read-values.ts";

type Values = Extract<FileContent, { form: "values" }>;

/**
 * Returns JSON objects of a foreign form as a table with a column per member; nested members have names such as
 * `question.title`. A file of one object with one list of objects has a row per object of the list. Returns `content` if
 * the first value has one of `ownMembers` or is not an object.
 */
export function tabulate(content: Values, ownMembers: readonly string[]): FileContent {
  const { entries, refused } = content;
  const [first] = entries;
  const value: Json = first === undefined ? null : JSON.parse(first.text);
  if (first === undefined || !isJsonObject(value) || ownMembers.some((name) => Object.hasOwn(value, name))) {
    return content;
  }
  const found = entries.length === 1 ? readList(first, value) : { entries, shared: [] };
  const records: { line: number; cells: ReadonlyMap<string, Cell> }[] = [];
  const unclear: Refusal[] = [];
  for (const { line, text } of found.entries) {
    const [duplicate] = scanNames(text).duplicates;
    const record: Json = JSON.parse(text, keepDigits);
    if (duplicate !== undefined) unclear.push({ line, cell: duplicate.path, message: duplicate.message });
    else if (!isJsonObject(record)) unclear.push({ line, message: "This is not an object." });
    else records.push({ line, cells: new Map([...found.shared, ...cellsOf(record)]) });
  }
  const header = [...new Set(records.flatMap(({ cells }) => [...cells.keys()]))];
  const rows = records.map(({ line, cells }): Row => ({ line, cells: header.map((name) => cells.get(name) ?? "") }));
  return { ok: true, form: "table", header, rows, refused: [...refused, ...unclear], sheets: [] };
}

/** Reads the objects of a list that is the only one of an object. Its other members belong to each row. */
function readList(entry: Entry, value: JsonObject) {
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
  const [name] = lists;
  if (name === undefined || lists.length > 1) return { entries: [entry], shared: [] };
  const { [name]: _, ...others } = value;
  const [start, end] = findList(entry.text);
  const before = entry.line + countLines(entry.text.slice(0, start)) - 2;
  const elements = [...eachValue(entry.text.slice(start, end))].flatMap((one) => ("text" in one ? one : []));
  return { entries: elements.map(({ line, text }) => ({ line: before + line, text })), shared: cellsOf(others) };
}

/** Returns the indexes of the first list among the members of an object. */
function findList(text: string): readonly [start: number, end: number] {
  let depth = 0;
  let start = -1;
  for (const { 0: token, index } of tokensOf(text)) {
    if (token === "[" && depth === 1) start = index;
    if (token === "[" || token === "{") depth++;
    if ((token === "]" || token === "}") && --depth === 1 && token === "]") return [start, index + 1];
  }
  return [start, text.length];
}

function cellsOf(value: JsonObject, path = ""): (readonly [name: string, cell: Cell])[] {
  return Object.entries(value).flatMap(([name, member]) =>
    isJsonObject(member) ? cellsOf(member, `${path}${name}.`) : [[path + name, cellOf(member)] as const],
  );
}

function cellOf(member: Json): Cell {
  if (member === null) return "";
  return typeof member === "string" || typeof member === "number" ? member : JSON.stringify(member);
}

/** Keeps the digits of a number that JavaScript would round. */
function keepDigits(_name: string, value: Json, { source = String(value) }: { source?: string } = {}): Json {
  return typeof value === "number" && String(value) !== source ? source : value;
}
