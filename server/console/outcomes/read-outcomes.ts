import Papa from "papaparse";
import { z } from "zod";
import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import { note } from "#lib/domain/fields.ts";
import { digest, instant, option } from "#lib/domain/identifiers.ts";
import { OUTCOME_COLUMNS } from "./export-outcomes.ts";
import { type NewOutcome, outcomeSource } from "./record-outcome.ts";

const COLUMNS = Object.keys(OUTCOME_COLUMNS);

/** Lines are counted from 1. */
export type OutcomeLine =
  | { readonly line: number; readonly ok: true; readonly entry: NewOutcome }
  | { readonly line: number; readonly ok: false; readonly message: string };

const entrySchema = z.object({
  task_id: digest,
  option: z.nullish(option),
  void: z.optional(z.boolean()),
  happened_at: z.nullish(instant),
  source: outcomeSource,
  note: z.optional(note),
});

/**
 * Parses outcomes from CSV with a header row, or from JSONL if the text starts with a brace. In CSV, an empty cell is
 * an absent value, and `void` is true or false. Skips empty lines and replaced entries.
 */
export function readOutcomeFile(file: string): OutcomeLine[] {
  const text = file.replace(/^\uFEFF/, "");
  return text.trimStart().startsWith("{") ? readJsonl(text) : readCsv(text);
}

function readJsonl(text: string): OutcomeLine[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const parsed = parseText(line.trim());
    if (!parsed.ok) return [{ line: index + 1, ok: false, message: parsed.issue.message.replace("body", "line") }];
    return isReplaced(parsed.value) ? [] : [toLine(index + 1, parsed.value)];
  });
}

function readCsv(text: string): OutcomeLine[] {
  const lines: OutcomeLine[] = [];
  let header: readonly string[] | undefined;
  let line = 1;
  let read = 0;
  Papa.parse<string[]>(text, {
    step({ data, errors, meta: { cursor } }) {
      const at = line;
      line += text.slice(read, cursor).split("\n").length - 1;
      read = cursor;
      if (data.every((cell) => cell.trim() === "")) return;
      const [error] = errors.filter(({ type }) => type === "Quotes");
      if (error !== undefined) lines.push({ line: at, ok: false, message: `${error.message}.` });
      else if (header === undefined) header = data.map((cell) => cell.trim());
      else {
        const row = readCells(header, data);
        if (!isReplaced(row)) lines.push(toLine(at, row));
      }
    },
  });
  return lines;
}

/** An export contains both the replaced entry and the entry that replaced it; an import reads only the latter. */
function isReplaced(value: unknown): boolean {
  return isJsonObject(value) && value.status === "replaced";
}

function readCells(header: readonly string[], cells: readonly string[]): object {
  const values = header.map((name, index) => {
    const cell = cells[index]?.trim() ?? "";
    if (name !== "void") return [name, cell === "" ? undefined : cell];
    return [name, cell === "" ? undefined : /^(true|false)$/i.test(cell) ? cell.toLowerCase() === "true" : cell];
  });
  return Object.fromEntries(values);
}

function toLine(line: number, value: unknown): OutcomeLine {
  const fail = (message: string): OutcomeLine => ({ line, ok: false, message });
  if (!isJsonObject(value)) return fail("The line is not a JSON object.");
  const unknown = Object.keys(value).find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined)
    return fail(`Unknown column "${unknown}". Use the columns ${COLUMNS.slice(0, 6).join(", ")}.`);
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { task_id: taskId, source, happened_at, ...rest } = parsed.data;
  const chosen = rest.option ?? null;
  const isVoid = rest.void ?? false;
  if (isVoid === (chosen !== null)) return fail("Either enter the option that happened or set void to true.");
  return {
    line,
    ok: true,
    entry: { taskId, option: chosen, happenedAt: happened_at ?? undefined, source, note: rest.note },
  };
}
