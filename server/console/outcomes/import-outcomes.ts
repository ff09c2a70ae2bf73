import type { Member } from "#lib/domain/members.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import type { Work } from "#server/limits/work.ts";
import { type OutcomeLine, readOutcomeFile } from "./read-outcomes.ts";
import { recordOnce } from "./record-outcome.ts";

export type OutcomeReport =
  | { readonly line: number; readonly ok: true; readonly outcomeId: string; readonly taskId: string }
  | { readonly line: number; readonly ok: false; readonly message: string };

const MAX_LINES = 1_000;

/**
 * Records the outcomes of a CSV or JSONL file. Another member must then confirm each outcome. A rejected line does not
 * stop the others. A line that matches the recorded outcome adds no entry, so a file can be imported again. Rejects
 * with the signal's reason once it aborts. Throws BAD_REQUEST and records nothing if the file has more than 1,000
 * entries.
 */
export async function importOutcomes(
  gateway: Pick<ConsoleContext, "database" | "events" | "now" | "importingMembers">,
  member: Member,
  file: string,
  work: Work,
): Promise<OutcomeReport[]> {
  const lines = readOutcomeFile(file);
  if (lines.length > MAX_LINES) {
    const message = `The file has ${lines.length} entries, but an import is limited to ${MAX_LINES}. Nothing was recorded. Split the file.`;
    throw new GatewayError("BAD_REQUEST", { message });
  }
  return runImport(gateway, member, async () => {
    const reports: OutcomeReport[] = [];
    for (const line of lines) {
      await work.step();
      reports.push(await importLine(gateway, member, line));
    }
    return reports;
  });
}

async function importLine(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  read: OutcomeLine,
): Promise<OutcomeReport> {
  if (!read.ok) return read;
  try {
    const { id, taskId } = await recordOnce(gateway, member, read.entry);
    return { line: read.line, ok: true, outcomeId: id, taskId };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { line: read.line, ok: false, message: error.message };
  }
}
