import { and, eq, isNull } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { GatewayError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { memberActor } from "#server/infra/audit-log/event.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { members } from "#server/infra/db/member-schema.ts";
import type { Drizzle } from "#server/infra/db/open.ts";
import { submissions, verdicts } from "#server/infra/db/schema.ts";
import type { Member, SignedIn } from "#server/services/members/member.ts";
import type { Submission } from "#server/services/submissions/create-submission.ts";
import { grantApproval, grantBinding } from "./grant.ts";
import { isWrittenBy } from "./written-by.ts";

export type Verdict = "approve" | "changes" | "reject";

export interface Checklist {
  /** The options exclude one another and leave nothing out. */
  readonly exclusive: boolean;
  /** The resolution can be decided. */
  readonly decidable: boolean;
  /** Nothing is later than the cutoff. */
  readonly cutoff: boolean;
  /** The sources are adequate. */
  readonly sources: boolean;
}

export interface Decision {
  readonly submissionId: string;
  /** The digests of what the reviewer saw. */
  readonly seen: { readonly taskId: string; readonly inputId: string };
  /** May this release answer this task? */
  readonly binding: Verdict;
  /** Is this input fit for it? */
  readonly quality: Verdict;
  readonly checklist: Checklist;
  readonly note?: string | undefined;
}

/**
 * Takes one reviewer's two verdicts on a submission. FORBIDDEN on a task that they wrote themselves, which is recorded; CONFLICT where the
 * submission has moved on or they have decided already; BAD_REQUEST where a reason is missing, or the checklist speaks
 * against what it approves.
 */
export async function decide(gateway: Gateway, reviewer: SignedIn, decision: Decision): Promise<Submission> {
  try {
    return await inTransaction(gateway.database, (transaction) => decideIn(gateway, transaction, reviewer, decision));
  } catch (error) {
    if (error instanceof OwnWork) await recordAttempt(gateway, reviewer, error.submission);
    throw error;
  }
}

/** A reviewer may not decide on what they wrote. */
class OwnWork extends GatewayError<"FORBIDDEN"> {
  readonly submission: Submission;

  constructor(submission: Submission) {
    super("FORBIDDEN", {
      message: "You wrote this task or a version of it, or made a key that sent it: another reviewer must decide.",
    });
    this.submission = submission;
  }
}

/** Attempts of one reviewer that are recorded in a minute: repeating a refusal must not fill the disk. */
const ATTEMPTS_RECORDED = 10;

async function recordAttempt({ events, rateLimit }: Gateway, reviewer: SignedIn, submission: Submission) {
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

/** The same in a transaction that does more. */
export async function decideIn(
  gateway: Gateway,
  transaction: Drizzle,
  reviewer: Member,
  decision: Decision,
): Promise<Submission> {
  requireReasons(decision);
  await requireReviewer(transaction, reviewer);
  const submission = await requireOpen(transaction, decision);
  await requireOtherAuthor(transaction, submission, reviewer);
  await insertVerdict(transaction, reviewer, decision);
  const { changed, granted } = await settle(gateway, transaction, submission);
  await gateway.events.appendIn(transaction, memberActor(reviewer), {
    kind: "review.decided",
    submission_id: submission.id,
    release: submission.release,
    task_id: submission.taskId,
    input_id: submission.inputId,
    binding: decision.binding,
    quality: decision.quality,
    checklist: { ...decision.checklist },
    note: decision.note ?? "",
    status: changed.status,
    granted,
  });
  return changed;
}

function requireReasons({ binding, quality, checklist, note = "" }: Decision): void {
  const approvesBoth = binding === "approve" && quality === "approve";
  if (!approvesBoth && note.trim() === "") {
    throw new GatewayError("BAD_REQUEST", { message: "Say in the note why you ask for changes or reject." });
  }
  if (binding === "approve" && !(checklist.exclusive && checklist.decidable)) {
    throw new GatewayError("BAD_REQUEST", {
      message: "A task is approved only if its options are exclusive and exhaustive and its resolution is decidable.",
    });
  }
  if (quality === "approve" && !(checklist.cutoff && checklist.sources)) {
    throw new GatewayError("BAD_REQUEST", {
      message: "An input is approved only if nothing is later than the cutoff and its sources are adequate.",
    });
  }
}

/** Who was demoted since the request came in decides nothing: their row is read as of this transaction, and held. */
async function requireReviewer(transaction: Drizzle, { id }: Member): Promise<void> {
  const standing = and(eq(members.id, id), eq(members.role, "reviewer"), isNull(members.disabledAt));
  const [still] = await transaction.select({ id: members.id }).from(members).where(standing).for("share");
  if (still === undefined) throw new GatewayError("FORBIDDEN", { message: "You are no reviewer any more." });
}

async function requireOpen(transaction: Drizzle, { submissionId, seen }: Decision): Promise<Submission> {
  const [submission] = await transaction
    .select()
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for("update");
  if (submission === undefined) throw new GatewayError("NOT_FOUND", { message: "No submission has this id." });
  if (submission.status !== "submitted") {
    const status = submission.status.replace("_", " ");
    throw new GatewayError("CONFLICT", { message: `This submission is ${status}: it is no longer to be decided on.` });
  }
  if (submission.taskId !== seen.taskId || submission.inputId !== seen.inputId) {
    throw new GatewayError("CONFLICT", { message: "The content is not the one that you saw. Read it again." });
  }
  return submission;
}

/** Nobody decides on what they wrote, whoever else submits it, nor on a revision of it. */
async function requireOtherAuthor(transaction: Drizzle, submission: Submission, reviewer: Member): Promise<void> {
  if (await isWrittenBy(transaction, reviewer.id, submission.taskId)) throw new OwnWork(submission);
}

async function insertVerdict(transaction: Drizzle, reviewer: Member, decision: Decision): Promise<void> {
  const { submissionId, binding, quality, checklist, note = "" } = decision;
  const inserted = await transaction
    .insert(verdicts)
    .values({ id: uuid(), submissionId, reviewerId: reviewer.id, binding, quality, checklist: { ...checklist }, note })
    .onConflictDoNothing()
    .returning({ id: verdicts.id });
  if (inserted.length === 0)
    throw new GatewayError("CONFLICT", { message: "You have decided on this submission already." });
}

/** What the verdicts given so far amount to; each of the two is granted once enough reviewers approve it. */
async function settle(gateway: Gateway, transaction: Drizzle, submission: Submission) {
  const given = await transaction.select().from(verdicts).where(eq(verdicts.submissionId, submission.id));
  const enough = (of: "binding" | "quality") =>
    given.filter((verdict) => verdict[of] === "approve").length >= gateway.config.reviewsRequired;
  const granted = {
    binding_id: enough("binding") ? await grantBinding(transaction, submission) : null,
    approval_id: enough("quality") ? await grantApproval(transaction, submission) : null,
  };
  const said = given.flatMap(({ binding, quality }) => [binding, quality]);
  let status: Submission["status"] = "submitted";
  if (said.includes("reject")) status = "rejected";
  else if (said.includes("changes")) status = "changes_requested";
  else if (enough("binding") && enough("quality")) status = "approved";
  // A verdict that leaves it open leaves no trace on it: the next reviewer would know that it is an approval.
  if (status === submission.status) return { changed: submission, granted };
  const changed = { status, updatedAt: gateway.now() };
  await transaction.update(submissions).set(changed).where(eq(submissions.id, submission.id));
  return { changed: { ...submission, ...changed }, granted };
}
