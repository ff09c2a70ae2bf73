import type { Member } from "#lib/domain/members.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { inTransaction, runWithCommit } from "#server/db/in-transaction.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import { storeContent } from "#server/gateway/submissions/store-content.ts";
import type { Work } from "#server/limits/work.ts";
import { type BadLine, type FileCase, readCaseFile } from "./read-cases.ts";
import { type CaseRow, requireRoom, saveEvaluation } from "./save-evaluation.ts";

export interface UploadedFile {
  /** If empty, the file name becomes the title. */
  readonly title: string;
  readonly name: string;
  /** JSON Lines or a JSON array. */
  readonly text: string;
  /** SHA-256 of the uncompressed file in hex. */
  readonly digest: string;
}

export type UploadReport =
  | { readonly ok: true; readonly evaluationId: string; readonly cases: number; readonly dataDigest: string }
  /** A preview. */
  | { readonly ok: true; readonly cases: number }
  | { readonly ok: false; readonly bad: readonly BadLine[]; readonly badLines: number };

/**
 * Sends a file of resolved questions for review as a whole. If a line is invalid, saves nothing and returns the invalid
 * lines. Throws CONFLICT if the member has MAX_OPEN evaluations in progress, BAD_REQUEST if the file has no cases or
 * too many, TOO_MANY_REQUESTS while another import of the member is running. A preview saves nothing.
 */
export async function uploadEvaluation(
  gateway: Pick<ConsoleContext, "database" | "dailyBytes" | "events" | "model" | "now" | "importingMembers">,
  member: Member,
  openFile: () => Promise<UploadedFile>,
  work: Work,
  { preview = false }: { readonly preview?: boolean | undefined } = {},
): Promise<UploadReport> {
  return runImport(gateway, member, async () => {
    await requireRoom(gateway, member);
    const file = await openFile();
    const { cases, bad, badLines } = await readCaseFile(gateway.model, file.text, work);
    if (badLines > 0) return { ok: false, bad, badLines };
    if (cases.length === 0) throw new GatewayError("BAD_REQUEST", { message: "The file contains no cases." });
    return preview ? { ok: true, cases: cases.length } : save(gateway, member, file, cases, work);
  });
}

async function save(
  gateway: Pick<ConsoleContext, "database" | "dailyBytes" | "events" | "model" | "now">,
  member: Member,
  { title, name, digest: dataDigest }: UploadedFile,
  cases: readonly FileCase[],
  work: Work,
): Promise<UploadReport> {
  const { database, dailyBytes } = gateway;
  const rows: CaseRow[] = [];
  for (const { line, set, question, request, outcome, options, order, block, references } of cases) {
    const valid = new ValidRequest({ request, options });
    await inTransaction(database, async (transaction) => {
      const bytes = await storeContent(transaction, valid, gateway.now());
      const added = { holder: member.id, bytes, kind: "files" } as const;
      if (bytes > 0) runWithCommit(transaction, await dailyBytes.count(transaction, added));
    });
    const findings = [...new Set(findingsOf(gateway, request).map((finding) => finding.id))].sort();
    const { task, input } = valid;
    const place = { line, set, question, taskId: task.id, inputId: input.id, outcome, options: [...options] };
    const optionOrder = order === undefined ? null : [...order];
    rows.push({ ...place, optionOrder, block: block ?? null, references: references ?? null, findings });
    await work.step();
  }
  const evaluationId = await saveEvaluation(gateway, member, {
    title: titleOf(title, name),
    fileName: name,
    dataDigest,
    rows,
  });
  return { ok: true, evaluationId, cases: rows.length, dataDigest };
}
