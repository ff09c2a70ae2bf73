import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { EvaluationStatus } from "#lib/domain/evaluations.ts";
import { MAX_CASES } from "#lib/domain/evaluations.ts";
import { note } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import { checklistSchema, missingFrom } from "#lib/domain/reviews.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readRole } from "#server/console/members/read-role.ts";
import { evaluationCases, evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { drawSample } from "./draw-sample.ts";
import { findDecisionBlock } from "./evaluation-permissions.ts";
import { type Evaluation, lockEvaluation } from "./read-evaluation.ts";
import { wroteTask } from "./wrote-task.ts";

export const fileDecision = z.object({
  evaluationId: id,
  /** Digest of the file that the reviewer read. */
  seen: z.string().max(100),
  approve: z.boolean(),
  checklist: checklistSchema,
  /** Indexes of the cases that the reviewer has read. An approval requires the whole sample. */
  read: z.array(z.number().int().min(0)).max(MAX_CASES),
  note: z.optional(note),
});

type FileDecision = z.output<typeof fileDecision>;

/**
 * Records one reviewer's verdict on a whole file. An approval covers each task and input in the file, for this
 * evaluation only. Throws FORBIDDEN for the file's uploader, for the author of a task in the file and for members who
 * may not decide; CONFLICT if the review has ended, the member has decided already or the digest differs; BAD_REQUEST
 * if the decision is incomplete.
 */
export function decideEvaluation(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now">,
  reviewer: SignedIn,
  decision: FileDecision,
): Promise<Evaluation> {
  return inTransaction(gateway.database, async (transaction) => {
    const { evaluationId, approve, checklist, note = "" } = decision;
    const role = await readRole(transaction, reviewer);
    const evaluation = await lockEvaluation(transaction, evaluationId);
    const given = await readApprovals(transaction, evaluationId);
    const block = findDecisionBlock(evaluation, {
      id: reviewer.id,
      role,
      wrote: await wroteTask(transaction, gateway.config, reviewer, evaluationId),
      decided: given.includes(reviewer.id),
    });
    if (block !== null) throw new GatewayError(block.code, { message: block.message });
    requireComplete(decision, evaluation, reviewer.id);
    await transaction
      .insert(evaluationVerdicts)
      .values({ evaluationId, reviewerId: reviewer.id, approved: approve, checklist, note, createdAt: gateway.now() });
    const status = statusAfter(approve, given.length, gateway.config.reviewsRequired);
    await transaction.update(evaluations).set({ status }).where(eq(evaluations.id, evaluationId));
    await gateway.events.appendIn(transaction, memberActor(reviewer), {
      kind: "evaluation.decided",
      evaluation_id: evaluationId,
      data_digest: evaluation.dataDigest,
      decision: { approved: approve, checklist, lines_read: await readLines(transaction, decision), status },
      note,
    });
    return { ...evaluation, status };
  });
}

function statusAfter(approve: boolean, approvals: number, required: number): EvaluationStatus {
  if (!approve) return "rejected";
  return approvals + 1 >= required ? "approved" : "in_review";
}

function requireComplete(decision: FileDecision, evaluation: Evaluation, reviewerId: string): void {
  const { seen, approve, checklist, read, note = "" } = decision;
  if (seen !== evaluation.dataDigest) {
    throw new GatewayError("CONFLICT", {
      message: "The file has changed since you read it. Reload the page and read it again.",
    });
  }
  const verdict = approve ? "approve" : "reject";
  const missing = missingFrom({ binding: verdict, quality: verdict, checklist, note });
  if (missing !== undefined) throw new GatewayError("BAD_REQUEST", { message: missing });
  const unread = drawSample(evaluation, reviewerId).filter((index) => !read.includes(index));
  if (approve && unread.length > 0) {
    const message = `To approve, read and tick every case of the sample. Cases left: ${unread.length}.`;
    throw new GatewayError("BAD_REQUEST", { message });
  }
}

/**
 * Returns the ids of the reviewers with a verdict. During a review all verdicts are approvals: a rejection ends the
 * review.
 */
async function readApprovals(transaction: Drizzle, id: string): Promise<readonly string[]> {
  const rows = await transaction
    .select({ reviewerId: evaluationVerdicts.reviewerId })
    .from(evaluationVerdicts)
    .where(eq(evaluationVerdicts.evaluationId, id));
  return rows.map(({ reviewerId }) => reviewerId);
}

async function readLines(transaction: Drizzle, { evaluationId, read }: FileDecision): Promise<readonly number[]> {
  const rows = await transaction
    .select({ line: evaluationCases.line })
    .from(evaluationCases)
    .where(and(eq(evaluationCases.evaluationId, evaluationId), inArray(evaluationCases.index, [...read])))
    .orderBy(evaluationCases.index);
  return rows.map(({ line }) => line);
}
