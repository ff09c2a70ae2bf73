import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Status } from "#lib/contract/statuses.ts";
import { note } from "#lib/domain/fields.ts";
import { digest, expiry, id } from "#lib/domain/identifiers.ts";
import type { Member, SignedIn } from "#lib/domain/members.ts";
import { checklistSchema, type Grant, type JUDGED, missingFrom, VERDICTS } from "#lib/domain/reviews.ts";
import { countOf } from "#lib/format.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { withCurrentRole } from "#server/console/members/accounts.ts";
import { hasUnknownAuthor, isWrittenBy } from "#server/console/submissions/written-by.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions, verdicts } from "#server/db/schema.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";
import { type DecisionBlock, findDecisionBlock } from "#server/gateway/submissions/submission-permissions.ts";
import { type Granted, grant } from "./approvals.ts";
import { readGuideline } from "./review-guideline.ts";

/** A page of the review queue has at most this many rows. */
const MAX_TOGETHER = 200;

export const decision = z.object({
  submissionId: id,
  /** Digests of the content and of the guideline that were shown to the reviewer. Null: there was no guideline. */
  seen: z.object({ taskId: digest, inputId: digest, guidelineDigest: z.optional(z.nullable(digest)) }),
  /** Verdict on the task: may the release answer it? */
  binding: z.enum(VERDICTS),
  /** Verdict on the input: is its quality sufficient? */
  quality: z.enum(VERDICTS),
  checklist: checklistSchema,
  note: z.optional(note),
  /** Expiry of what the decision approves. Undefined: after APPROVAL_MAX_DAYS if it is set, otherwise never. */
  expiresAt: z.optional(expiry),
  /** Number of submissions on which the reviewer decided with the same answers. */
  together: z.optional(z.int().min(2).max(MAX_TOGETHER)),
});

export type Decision = z.output<typeof decision>;

/**
 * Records a reviewer's two verdicts on a submission. Throws FORBIDDEN if the member is not a reviewer or wrote the
 * task; CONFLICT if the submission is closed, if it or the guideline differs from `seen`, or if the reviewer has
 * already decided, or if a submission with a finding that must be fixed is decided together with others; BAD_REQUEST if
 * the decision is incomplete or its expiry is not allowed. The audit log records
 * attempts by a reviewer to decide on their own task.
 */
export async function decide(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "rateLimit" | "metrics" | "now">,
  reviewer: SignedIn,
  decision: Decision,
): Promise<Submission> {
  try {
    const decided = await inTransaction(gateway.database, (transaction) =>
      decideIn(gateway, transaction, reviewer, decision),
    );
    const { status, createdAt, updatedAt } = decided;
    if (status !== "submitted") gateway.metrics.observeReview(updatedAt.getTime() - createdAt.getTime());
    return decided;
  } catch (error) {
    if (error instanceof BlockedDecision && error.block.reason === "author") {
      await recordAttempt(gateway, reviewer, error.of);
    }
    throw error;
  }
}

class BlockedDecision extends GatewayError {
  readonly block: DecisionBlock;
  readonly of: Submission;

  constructor(block: DecisionBlock, of: Submission) {
    super(block.code, { message: block.message });
    this.block = block;
    this.of = of;
  }
}

/** Maximum recorded attempts per reviewer and minute, so that repeated attempts cannot fill the disk. */
const ATTEMPTS_RECORDED = 10;

async function recordAttempt(
  { events, rateLimit }: Pick<ConsoleContext, "events" | "rateLimit">,
  reviewer: SignedIn,
  submission: Submission,
) {
  const { allowed } = await rateLimit.count(`refused-decision:${reviewer.id}`, ATTEMPTS_RECORDED);
  if (!allowed) return;
  await events.append(memberActor(reviewer), {
    kind: "review.refused",
    submission_id: submission.id,
    release: submission.release,
    task_id: submission.taskId,
    input_id: submission.inputId,
    reason: "author",
  });
}

/** Decides within the caller's transaction. The caller must record refused attempts itself. */
export async function decideIn(
  gateway: Pick<ConsoleContext, "config" | "events" | "now">,
  transaction: Drizzle,
  reviewer: Member,
  decision: Decision,
): Promise<Submission> {
  const missing = missingFrom({ ...decision, note: decision.note ?? "" });
  if (missing !== undefined) throw new GatewayError("BAD_REQUEST", { message: missing });
  const now = gateway.now();
  const expiresAt = requireExpiry(gateway, decision, now);
  const current = await withCurrentRole(transaction, reviewer);
  const submission = await lockSubmission(transaction, decision.submissionId);
  const wrote = await isWrittenBy(transaction, gateway.config, reviewer, submission.taskId);
  const authorUnknown = await hasUnknownAuthor(transaction, gateway.config, submission.taskId);
  const decided = await hasDecided(transaction, reviewer, submission);
  const block = findDecisionBlock(submission, { ...current, wrote, decided });
  if (block !== null) throw new BlockedDecision(block, submission);
  const guideline = (await readGuideline(transaction))?.digest ?? null;
  requireSeen(submission, guideline, decision);
  const { together } = decision;
  if (together !== undefined && submission.findings.some((finding) => finding.startsWith("high:"))) {
    throw new GatewayError("CONFLICT", { message: "A finding must be fixed. Decide on this submission alone." });
  }
  await insertVerdict(transaction, reviewer, decision, { createdAt: now, expiresAt });
  const { changed, binding, approval } = await settle(gateway, transaction, reviewer, submission, now);
  await gateway.events.appendIn(transaction, memberActor(reviewer), {
    kind: "review.decided",
    submission_id: submission.id,
    release: submission.release,
    task_id: submission.taskId,
    input_id: submission.inputId,
    decision: {
      binding: decision.binding,
      quality: decision.quality,
      checklist: decision.checklist,
      ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }),
      status: changed.status,
      granted: { binding_id: binding?.id ?? null, approval_id: approval?.id ?? null, ...expiriesOf(binding, approval) },
      ...replacedBy(binding, approval),
    },
    note: decision.note ?? "",
    ...(guideline === null ? {} : { guideline_digest: guideline }),
    ...(authorUnknown ? { author_unknown: true } : {}),
    ...(together === undefined ? {} : { together }),
  });
  return changed;
}

async function lockSubmission(transaction: Drizzle, id: string): Promise<Submission> {
  const [submission] = await transaction.select().from(submissions).where(eq(submissions.id, id)).for("update");
  if (submission === undefined) throw new GatewayError("NOT_FOUND", { message: "No submission has this id." });
  return submission;
}

async function hasDecided(transaction: Drizzle, reviewer: Member, { id }: Submission): Promise<boolean> {
  const own = and(eq(verdicts.submissionId, id), eq(verdicts.reviewerId, reviewer.id));
  return (await transaction.select({ id: verdicts.id }).from(verdicts).where(own)).length > 0;
}

function requireSeen({ taskId, inputId }: Submission, guideline: string | null, { seen }: Decision): void {
  const { guidelineDigest = guideline } = seen;
  const isSame = taskId === seen.taskId && inputId === seen.inputId;
  if (isSame && guidelineDigest === guideline) return;
  throw new GatewayError("CONFLICT", {
    message: isSame
      ? "The guideline has changed since you read it. Read it again, then record your decision."
      : "The submission differs from the content that you reviewed. Reload and review it again.",
  });
}

const DAY_MS = 86_400_000;

/** Returns the expiry of what a decision approves; null if it approves nothing or does not expire. */
function requireExpiry(
  { config: { approvalMaxDays } }: Pick<ConsoleContext, "config">,
  { binding, quality, expiresAt }: Decision,
  now: Date,
): Date | null {
  if (binding !== "approve" && quality !== "approve") return null;
  const latest = approvalMaxDays === undefined ? undefined : new Date(now.getTime() + approvalMaxDays * DAY_MS);
  const end = expiresAt ?? latest ?? null;
  if (end !== null && end <= now)
    throw new GatewayError("BAD_REQUEST", { message: "The expiry must be in the future." });
  if (end !== null && latest !== undefined && end > latest) {
    throw new GatewayError("BAD_REQUEST", {
      message: `This deployment limits approvals to ${countOf(approvalMaxDays ?? 0, "day")}: choose an expiry no later than ${latest.toISOString()}.`,
    });
  }
  return end;
}

async function insertVerdict(
  transaction: Drizzle,
  reviewer: Member,
  { submissionId, binding, quality, checklist, note = "" }: Decision,
  times: Pick<typeof verdicts.$inferInsert, "createdAt" | "expiresAt">,
): Promise<void> {
  const verdict = { id: uuid(), submissionId, reviewerId: reviewer.id, binding, quality, checklist, note };
  await transaction.insert(verdicts).values({ ...verdict, ...times });
}

/**
 * Applies all verdicts given so far. The binding and the approval are granted separately, each as soon as the required
 * number of reviewers approve it.
 */
async function settle(
  { config: { reviewsRequired } }: Pick<ConsoleContext, "config">,
  transaction: Drizzle,
  { id: reviewerId }: Member,
  submission: Submission,
  now: Date,
) {
  await takeLock(transaction, "grant", submission.taskId);
  const given = await transaction
    .select()
    .from(verdicts)
    .where(eq(verdicts.submissionId, submission.id))
    // This verdict is the last one, even if an earlier one was given by a gateway whose clock is ahead.
    .orderBy(eq(verdicts.reviewerId, reviewerId), verdicts.createdAt, verdicts.id);
  async function grantIfApproved(kind: Grant, of: (typeof JUDGED)[number]): Promise<Granted | null> {
    const approving = given.filter((verdict) => verdict[of] === "approve");
    if (approving.length < reviewsRequired) return null;
    return grant(transaction, kind, { submission, reviewerId, now, expiresAt: earliestExpiry(approving) });
  }
  const binding = await grantIfApproved("binding", "binding");
  const approval = await grantIfApproved("approval", "quality");
  const status = settledStatus(given, reviewsRequired);
  // While the submission stays open, its row must not change: a new `updatedAt` would reveal that a verdict exists.
  if (status === submission.status) return { changed: submission, binding, approval };
  const changed = { status, updatedAt: now };
  await transaction.update(submissions).set(changed).where(eq(submissions.id, submission.id));
  return { changed: { ...submission, ...changed }, binding, approval };
}

/** If several reviewers approve, the earliest of their expiries applies. */
function earliestExpiry(verdicts: readonly { readonly expiresAt: Date | null }[]): Date | null {
  const ends = verdicts.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

function expiriesOf(binding: Granted | null, approval: Granted | null) {
  return {
    ...(binding?.expiresAt ? { binding_expires_at: binding.expiresAt.toISOString() } : {}),
    ...(approval?.expiresAt ? { approval_expires_at: approval.expiresAt.toISOString() } : {}),
  };
}

function replacedBy(binding: Granted | null, approval: Granted | null) {
  const replaced = { binding_id: binding?.replaced ?? null, approval_id: approval?.replaced ?? null };
  return replaced.binding_id === null && replaced.approval_id === null ? {} : { replaced };
}

type Given = Pick<Decision, (typeof JUDGED)[number]>;

/**
 * Returns the status that results from the verdicts, in the order in which they were given. A submission stays open
 * until the required number of reviewers approve both parts, or the same number do not. Each reviewer judges
 * independently; if they disagree, a further reviewer decides.
 */
export function settledStatus(given: readonly Given[], required: number): Status {
  const refusals = given.filter(({ binding, quality }) => binding !== "approve" || quality !== "approve");
  if (given.length - refusals.length >= required) return "approved";
  if (refusals.length < required) return "submitted";
  // After a disagreement, only the last verdict determines whether changes are requested or the submission is rejected.
  const deciding = given.length > required ? given.slice(-1) : refusals;
  return deciding.some((verdict) => Object.values(judgedOf(verdict)).includes("reject"))
    ? "rejected"
    : "changes_requested";
}

const judgedOf = ({ binding, quality }: Given): Given => ({ binding, quality });
