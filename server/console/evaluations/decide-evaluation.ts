import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { EvaluationStatus } from "#lib/domain/evaluations.ts";
import {
  EVALUATION_ACTIONS,
  EVALUATION_STATUS_LABELS,
  type EvaluationAction,
  MAX_CASES,
  sampleSize,
} from "#lib/domain/evaluations.ts";
import { note } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import type { Member, SignedIn } from "#lib/domain/members.ts";
import { checklistSchema, missingFrom } from "#lib/domain/reviews.ts";
import { type EventContent, memberActor } from "#server/audit/log/event.ts";
import { sha256 } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { withCurrentRole } from "#server/console/members/accounts.ts";
import { evaluationCases, evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import type { Work } from "#server/limits/work.ts";
import { actionsFor, findDecisionBlock, wroteTask } from "./evaluation-permissions.ts";
import { type Evaluation, lockEvaluation, readEvaluation } from "./read-evaluations.ts";

/**
 * Starts, pauses, resumes or stops an evaluation. After a pause or stop, no process opens another case, but the answers
 * to open cases are still recorded. Throws FORBIDDEN if the member may not perform the action, CONFLICT if the
 * evaluation's status or the served release does not allow the action.
 */
export async function actOnEvaluation(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now" | "jobs">,
  member: SignedIn,
  id: string,
  action: EvaluationAction,
): Promise<Evaluation> {
  const changed = await inTransaction(gateway.database, async (transaction) => {
    const current = await withCurrentRole(transaction, member);
    const evaluation = await lockEvaluation(transaction, id);
    const { from, to: status } = EVALUATION_ACTIONS[action];
    if (!from.some((one) => one === evaluation.status)) {
      const message = `This evaluation is ${EVALUATION_STATUS_LABELS[evaluation.status]}. Reload the page.`;
      throw new GatewayError("CONFLICT", { message });
    }
    if (!actionsFor(evaluation, current).includes(action)) {
      throw new GatewayError("FORBIDDEN", {
        message: "Only the uploader, reviewers and administrators can start, pause, resume or stop this evaluation.",
      });
    }
    if (status === "running" && evaluation.release !== gateway.model.release) {
      const message = `This file is for the release ${evaluation.release}, but this deployment serves ${gateway.model.release}.`;
      throw new GatewayError("CONFLICT", { message });
    }
    const changes = { status, ...(action === "stop" ? { endedAt: gateway.now() } : {}) };
    await transaction.update(evaluations).set(changes).where(eq(evaluations.id, id));
    await gateway.events.appendIn(transaction, memberActor(member), eventOf(id, action));
    return { ...evaluation, ...changes };
  });
  if (changed.status === "running") await gateway.jobs.offer("evaluation", id);
  return changed;
}

function eventOf(id: string, action: EvaluationAction): EventContent {
  switch (action) {
    case "start":
      return { kind: "evaluation.started", evaluation_id: id };
    case "pause":
      return { kind: "evaluation.paused", evaluation_id: id };
    case "resume":
      return { kind: "evaluation.resumed", evaluation_id: id };
    case "stop":
      return { kind: "evaluation.ended", evaluation_id: id, status: "stopped", report_digest: null };
  }
}

/**
 * Returns the indexes of the cases that a reviewer must read, in file order. Draws the cases with the smallest SHA-256
 * of file digest, evaluation id, reviewer id and index. The sample is reproducible, but the author of the file cannot
 * predict the sample, because the evaluation id is generated after the upload.
 */
function drawSample({ id, dataDigest, cases }: Evaluation, reviewerId: string): readonly number[] {
  const drawn = Array.from({ length: cases }, (_, index) => ({
    index,
    rank: sha256(JSON.stringify([dataDigest, id, reviewerId, index])).toString("hex"),
  }));
  return drawn
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, sampleSize(cases))
    .map(({ index }) => index)
    .sort((one, other) => one - other);
}

/** Returns the cases that this member must read before approving the file. */
export async function getSample(
  gateway: Pick<ConsoleContext, "database" | "model" | "now">,
  member: Member,
  id: string,
  work: Work,
) {
  const { database } = gateway;
  const evaluation = await readEvaluation(database.orm, id);
  const rows = await database.orm
    .select()
    .from(evaluationCases)
    .where(
      and(eq(evaluationCases.evaluationId, id), inArray(evaluationCases.index, [...drawSample(evaluation, member.id)])),
    )
    .orderBy(asc(evaluationCases.index));
  const requestOf = await readRequests(database, evaluation.release, rows);
  const sampled = [];
  for (const { index, line, set, question, outcome, options, optionOrder, ...subject } of rows) {
    await work.step();
    const request = requestOf(subject);
    sampled.push({
      ...{ index, line, set, question, outcome, optionOrder, request },
      options: options ?? Object.keys(request.task.criteria),
      findings: findingsOf(gateway, request),
    });
  }
  return sampled;
}

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
    const current = await withCurrentRole(transaction, reviewer);
    const evaluation = await lockEvaluation(transaction, evaluationId);
    const given = await readApprovals(transaction, evaluationId);
    const block = findDecisionBlock(evaluation, {
      ...current,
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
