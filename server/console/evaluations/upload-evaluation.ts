import { setImmediate } from "node:timers/promises";
import { and, count, eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { EVALUATION_STATUSES, isOpen } from "#lib/domain/evaluations.ts";
import type { Member } from "#lib/domain/members.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { digestCases } from "#server/db/cases-digest.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import { storeContent } from "#server/gateway/submissions/store-content.ts";
import { type BadLine, readCaseFile } from "./read-cases.ts";

export interface UploadedFile {
  /** If empty, the file name becomes the title. */
  readonly title: string;
  readonly name: string;
  /** Lines without line feeds. A line that is too long is undefined. */
  readonly lines: AsyncIterable<Uint8Array | undefined>;
  /** Returns the SHA-256 of the uncompressed file in hex. Call it after all lines are read. */
  readonly digest: () => string;
}

export type UploadReport =
  | { readonly ok: true; readonly evaluationId: string; readonly cases: number; readonly dataDigest: string }
  | { readonly ok: false; readonly bad: readonly BadLine[]; readonly badLines: number };

/**
 * Sends a file of resolved questions for review as a whole. If a line is invalid, saves nothing and returns the invalid
 * lines. Throws CONFLICT if the member has MAX_OPEN evaluations in progress, BAD_REQUEST if the file has no cases or
 * too many or the signal aborts, TOO_MANY_REQUESTS while another import of the member is running.
 */
export async function uploadEvaluation(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now" | "importingMembers">,
  member: Member,
  openFile: () => Promise<UploadedFile>,
  signal: AbortSignal,
): Promise<UploadReport> {
  return runImport(gateway, member, async () => {
    await requireRoom(gateway, member);
    const file = await openFile();
    const { cases, bad, badLines } = await readCaseFile(gateway.model, file.lines, signal);
    if (badLines > 0) return { ok: false, bad, badLines };
    if (cases.length === 0) throw new GatewayError("BAD_REQUEST", { message: "The file contains no cases." });
    return save(gateway, member, file, cases);
  });
}

/** Maximum evaluations in progress per member: a limit is needed because cases are stored permanently. */
const MAX_OPEN = 20;

async function requireRoom({ database: { orm } }: Pick<ConsoleContext, "database">, member: Member): Promise<void> {
  const isOpenOne = and(
    eq(evaluations.uploadedBy, member.id),
    inArray(evaluations.status, EVALUATION_STATUSES.filter(isOpen)),
  );
  const [open] = await orm.select({ count: count() }).from(evaluations).where(isOpenOne);
  if (open === undefined || open.count < MAX_OPEN) return;
  throw new GatewayError("CONFLICT", {
    message: `You have ${MAX_OPEN} evaluations in progress. Stop one, or try again when one has finished.`,
  });
}

type CaseRow = typeof evaluationCases.$inferInsert & { readonly question: string };

/** Rows per insert. Larger inserts would delay predictions on the embedded database, which has a single session. */
const ROWS = 100;

async function save(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  { title, name, digest }: UploadedFile,
  cases: readonly ResolvedCase[],
): Promise<UploadReport> {
  const { database, model, events, now } = gateway;
  const id = uuid();
  const rows: CaseRow[] = [];
  for (const [index, one] of cases.entries()) {
    const { line, set, question, request, outcome } = one;
    const valid = new ValidRequest({ request, options: Object.keys(request.task.criteria) });
    await storeContent(database.orm, valid);
    const findings = [...new Set(findingsOf(gateway, request).map((finding) => finding.id))].sort();
    rows.push({
      evaluationId: id,
      index,
      line,
      set,
      question,
      taskId: valid.task.id,
      inputId: valid.input.id,
      outcome,
      findings,
    });
    await setImmediate();
  }
  // No transaction: cases have no effect until their evaluation is inserted, in one transaction with its audit event.
  for (let first = 0; first < rows.length; first += ROWS) {
    await database.orm.insert(evaluationCases).values(rows.slice(first, first + ROWS));
  }
  const [dataDigest, casesDigest] = [digest(), digestCases(rows)];
  const shown = { title: titleOf(title, name), release: model.release };
  await inTransaction(database, async (transaction) => {
    await transaction.insert(evaluations).values({
      id,
      ...shown,
      fileName: name,
      dataDigest,
      casesDigest,
      cases: rows.length,
      status: "in_review",
      uploadedBy: member.id,
      uploadedAt: now(),
    });
    await events.appendIn(transaction, memberActor(member), {
      kind: "evaluation.uploaded",
      evaluation_id: id,
      ...shown,
      data_digest: dataDigest,
      cases_digest: casesDigest,
      cases: rows.length,
    });
  });
  return { ok: true, evaluationId: id, cases: rows.length, dataDigest };
}
