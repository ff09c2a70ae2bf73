import { and, eq, isNotNull, ne, notInArray } from "drizzle-orm";
import { z } from "zod";
import { MAX_DESCRIPTION } from "#lib/contract/bounds.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import type { Task } from "#lib/contract/request.ts";
import { note, ownId, requiredText } from "#lib/domain/fields.ts";
import { digest, instant } from "#lib/domain/identifiers.ts";
import type { Member } from "#lib/domain/members.ts";
import type { Entry, FileContent } from "#lib/files/file-content.ts";
import { outcomeTarget } from "#lib/files/outcomes.ts";
import { readText } from "#lib/files/read-file.ts";
import { parseContent } from "#server/base/digest.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { inTransaction, withoutStoring } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions, tasks } from "#server/db/schema.ts";
import type { Work } from "#server/limits/work.ts";
import { OUTCOME_COLUMNS } from "./export-outcomes.ts";
import { type NewOutcome, outcomeSource, recordOnce } from "./record-outcome.ts";

export type OutcomeReport =
  | {
      readonly line: number;
      readonly ok: true;
      /** False if the outcome is already recorded, also by an earlier line. */
      readonly created: boolean;
      /** Null in a preview, unless the outcome is already recorded. */
      readonly outcomeId: string | null;
      readonly taskId: string;
    }
  | { readonly line: number; readonly ok: false; readonly message: string };

interface OutcomeFile {
  readonly file: string;
  /** Checks every line like an import, but records nothing. */
  readonly preview?: boolean | undefined;
}

const MAX_LINES = 1_000;

/**
 * Records the outcomes of a table or of JSON. Another member must then confirm each outcome. A rejected line does not
 * stop the others. A line that matches the recorded outcome adds no entry, so a file can be imported again. Rejects
 * with the signal's reason once it aborts. Throws BAD_REQUEST and records nothing if the file cannot be read or has more
 * than 1,000 entries.
 */
export async function importOutcomes(
  gateway: Pick<ConsoleContext, "database" | "events" | "now" | "importingMembers">,
  member: Member,
  { file, preview = false }: OutcomeFile,
  work: Work,
): Promise<OutcomeReport[]> {
  const lines = readOutcomeFile(file);
  if (lines.length > MAX_LINES) {
    const message = `The file has ${lines.length} entries, but an import is limited to ${MAX_LINES}. Nothing was recorded. Split the file.`;
    throw new GatewayError("BAD_REQUEST", { message });
  }
  return runImport(gateway, member, async () => {
    const reports: OutcomeReport[] = [];
    const previewed = preview ? new Map<string, string>() : undefined;
    for (const line of lines) {
      await work.step();
      reports.push(await importLine(gateway, member, line, previewed));
    }
    return reports;
  });
}

/** `previewed` has the outcomes of earlier lines by task; undefined if the lines are recorded. */
async function importLine(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  read: OutcomeLine,
  previewed: Map<string, string> | undefined,
): Promise<OutcomeReport> {
  if (!read.ok) return read;
  const { line, entry } = read;
  const transact = previewed === undefined ? inTransaction : withoutStoring;
  try {
    const { outcome, created } = await transact(gateway.database, async (transaction) =>
      recordOnce(gateway, transaction, member, await resolve(transaction, entry)),
    );
    const { id, taskId, option, happenedAt } = outcome;
    const content = JSON.stringify([option, happenedAt]);
    const before = previewed?.get(taskId);
    if (before !== undefined && before !== content) {
      return { line, ok: false, message: "An earlier line has another outcome of this question." };
    }
    previewed?.set(taskId, content);
    const outcomeId = created && previewed !== undefined ? null : id;
    return { line, ok: true, created: created && before === undefined, outcomeId, taskId };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { line, ok: false, message: error.message };
  }
}

/** Finds the task by the member's own id, and the option by its description. */
async function resolve(transaction: Drizzle, entry: ImportedOutcome): Promise<NewOutcome> {
  const taskId = entry.task_id ?? (await findTask(transaction, entry.own_id ?? ""));
  const [found] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId));
  const task: Pick<Task, "criteria"> = found === undefined ? { criteria: {} } : parseContent(taskId, found.canonical);
  const { criteria } = task;
  const ids = Object.keys(criteria).filter((id) => criteria[id] === entry.option);
  const { option = null, happened_at, source, note } = entry;
  return {
    taskId,
    option: option !== null && !Object.hasOwn(criteria, option) && ids[0] !== undefined ? ids[0] : option,
    happenedAt: happened_at ?? undefined,
    source,
    note,
  };
}

/** Returns the task of the submissions with this own id. Withdrawn and revised submissions do not count. */
async function findTask(transaction: Drizzle, ownId: string): Promise<string> {
  const revised = transaction
    .select({ id: submissions.supersedes })
    .from(submissions)
    .where(isNotNull(submissions.supersedes));
  const found = await transaction
    .selectDistinct({ taskId: submissions.taskId })
    .from(submissions)
    .where(and(eq(submissions.ownId, ownId), ne(submissions.status, "withdrawn"), notInArray(submissions.id, revised)));
  const [first] = found;
  if (first === undefined) throw new GatewayError("NOT_FOUND", { message: `No question has the own id "${ownId}".` });
  if (found.length === 1) return first.taskId;
  const message = `${found.length} questions have the own id "${ownId}". Use task_id instead.`;
  throw new GatewayError("BAD_REQUEST", { message });
}

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

type ImportedOutcome = z.output<typeof entrySchema>;

/** Lines are counted from 1. */
type OutcomeLine =
  | { readonly line: number; readonly ok: true; readonly entry: ImportedOutcome }
  | { readonly line: number; readonly ok: false; readonly message: string };

/**
 * Parses outcomes from a table or JSON, in the order of the file. Skips replaced entries. Throws BAD_REQUEST if the file
 * cannot be read at all.
 */
function readOutcomeFile(file: string): OutcomeLine[] {
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
