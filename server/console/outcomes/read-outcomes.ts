import { z } from "zod";
import { MAX_DESCRIPTION } from "#lib/contract/bounds.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import { note, ownId, requiredText } from "#lib/domain/fields.ts";
import { digest, instant } from "#lib/domain/identifiers.ts";
import type { Entry, FileContent } from "#lib/files/file-content.ts";
import { outcomeTarget } from "#lib/files/outcomes.ts";
import { readText } from "#lib/files/read-file.ts";
import { GatewayError } from "#server/base/errors.ts";
import { OUTCOME_COLUMNS } from "./export-outcomes.ts";
import { outcomeSource } from "./record-outcome.ts";

const entrySchema = z.object({
  task_id: z.optional(digest),
  own_id: z.optional(ownId),
  /** Id or exact description of the option. */
  option: z.nullish(requiredText(MAX_DESCRIPTION, "must not be empty")),
  void: z.optional(z.boolean()),
  happened_at: z.nullish(instant),
  source: outcomeSource,
  note: z.optional(note),
});

const READ = Object.keys(entrySchema.shape);
/** An import accepts the other columns of an export and ignores them. */
const KNOWN = [...READ, ...Object.keys(OUTCOME_COLUMNS)];

export type ImportedOutcome = z.output<typeof entrySchema>;

/** Lines are counted from 1. */
export type OutcomeLine =
  | { readonly line: number; readonly ok: true; readonly entry: ImportedOutcome }
  | { readonly line: number; readonly ok: false; readonly message: string };

/**
 * Parses outcomes from a table or JSON, in the order of the file. Skips replaced entries. Throws BAD_REQUEST if the file
 * cannot be read at all.
 */
export function readOutcomeFile(file: string): OutcomeLine[] {
  const content = readText(file);
  if (!content.ok) throw refuseFile(`${content.line === undefined ? "" : `Line ${content.line}: `}${content.message}`);
  const { entries, refused } = content.form === "table" ? readTable(content) : content;
  const lines: OutcomeLine[] = [...content.refused, ...(content.form === "table" ? refused : [])].map(
    ({ line, cell, message }) => ({ line, ok: false, message: cell === undefined ? message : `${cell}: ${message}` }),
  );
  return [...lines, ...entries.flatMap(readEntry)].sort((one, other) => one.line - other.line);
}

function readTable({ header, rows }: Extract<FileContent, { form: "table" }>) {
  const target = outcomeTarget();
  const fields = target.guess(header);
  const unknown = header.find((name, index) => fields[index] === undefined && !KNOWN.includes(name) && name !== "");
  if (unknown !== undefined) throw refuseFile(`Unknown column "${unknown}". Use the columns ${READ.join(", ")}.`);
  return target.prepare(header, rows, { fields, zone: undefined, decimal: undefined });
}

function refuseFile(message: string): GatewayError {
  return new GatewayError("BAD_REQUEST", { message: `${message} Nothing was recorded.` });
}

function readEntry({ line, text }: Entry): OutcomeLine[] {
  const fail = (message: string): OutcomeLine[] => [{ line, ok: false, message }];
  const read = parseText(text);
  if (!read.ok || !isJsonObject(read.value)) return fail("The line is not a JSON object.");
  const [duplicate] = read.duplicates;
  if (duplicate !== undefined) return fail(`${duplicate.path}: ${duplicate.message}`);
  // An export contains both the replaced entry and the entry that replaced it.
  if (read.value.status === "replaced") return [];
  const unknown = Object.keys(read.value).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return fail(`Unknown member "${unknown}". Use the members ${READ.join(", ")}.`);
  const parsed = entrySchema.safeParse(read.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const entry = parsed.data;
  if ((entry.task_id === undefined) === (entry.own_id === undefined)) return fail("Enter either task_id or own_id.");
  if ((entry.void ?? false) === (entry.option != null)) {
    return fail("Either enter the option that happened or set void to true.");
  }
  return [{ line, ok: true, entry }];
}
