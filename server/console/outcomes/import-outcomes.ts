import { and, eq, isNotNull, ne, notInArray } from "drizzle-orm";
import type { Task } from "#lib/contract/request.ts";
import type { Member } from "#lib/domain/members.ts";
import { parseContent } from "#server/base/digest.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { inTransaction, withoutStoring } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions, tasks } from "#server/db/schema.ts";
import type { Work } from "#server/limits/work.ts";
import { type ImportedOutcome, type OutcomeLine, readOutcomeFile } from "./read-outcomes.ts";
import { type NewOutcome, recordOnce } from "./record-outcome.ts";

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
