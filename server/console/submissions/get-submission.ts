import { eq } from "drizzle-orm";
import type { PredictionRequest, Task } from "#lib/contract/request.ts";
import type { Member } from "#lib/domain/members.ts";
import type { Checklist, Verdict } from "#lib/domain/reviews.ts";
import type { SubmissionPermissions } from "#lib/domain/submissions.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { parseContent } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { inputs, submissions, tasks, verdicts } from "#server/db/schema.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";
import { permissionsFor } from "#server/gateway/submissions/submission-permissions.ts";
import { type ShownSubmission, showSubmission } from "./show-submission.ts";
import { hasUnknownAuthor, isWrittenBy } from "./written-by.ts";

export interface SubmissionDetail extends ShownSubmission {
  readonly request: PredictionRequest;
  /**
   * Empty while the submission is open, except for reviewers who have decided: each reviewer must judge independently,
   * without knowing even the number of verdicts. If the required number of reviewers disagree, everybody sees the
   * verdicts, and a further reviewer decides.
   */
  readonly verdicts: readonly ShownVerdict[];
  /** The required number of reviewers have judged and disagree. */
  readonly disputed: boolean;
  /** The task, or an earlier version of the task, was sent with an API key that has no owner. */
  readonly authorUnknown: boolean;
  readonly may: SubmissionPermissions;
}

export interface ShownVerdict {
  readonly reviewerId: string;
  readonly binding: Verdict;
  readonly quality: Verdict;
  readonly checklist: Checklist;
  readonly note: string;
  /** Expiry of what the verdicts approve; null: none. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** Throws NOT_FOUND for an unknown id. */
export async function getSubmission(
  { database, config, now }: Pick<ConsoleContext, "database" | "config" | "now">,
  member: Member,
  id: string,
): Promise<SubmissionDetail> {
  const { submission, request } = await readSubmission(database, id);
  const { release, taskId, inputId } = submission;
  const [given, wrote, authorUnknown, reviewState] = await Promise.all([
    database.orm.select().from(verdicts).where(eq(verdicts.submissionId, id)).orderBy(verdicts.createdAt),
    isWrittenBy(database.orm, config, member, taskId),
    hasUnknownAuthor(database.orm, config, taskId),
    lookUpReviewState(database, { release, task_id: taskId, input_id: inputId }, now()),
  ]);
  const decided = given.some(({ reviewerId }) => reviewerId === member.id);
  const isOpen = submission.status === "submitted";
  const disputed = isOpen && given.length >= config.reviewsRequired;
  return {
    ...showSubmission(submission),
    request,
    verdicts: !isOpen || decided || disputed ? given.map(showVerdict) : [],
    disputed,
    authorUnknown,
    may: permissionsFor(submission, member, { ...reviewState, wrote, decided }),
  };
}

interface StoredSubmission {
  readonly submission: Submission;
  readonly request: PredictionRequest;
}

/**
 * Returns a submission and its request, with the options in the author's order. Throws NOT_FOUND for an unknown id.
 */
export async function readSubmission(database: Database, id: string): Promise<StoredSubmission> {
  const [found] = await database.orm
    .select({ submission: submissions, task: tasks.canonical, input: inputs.canonical })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.taskId, submissions.taskId))
    .innerJoin(inputs, eq(inputs.inputId, submissions.inputId))
    .where(eq(submissions.id, id));
  if (found === undefined) throw new GatewayError("NOT_FOUND", { message: "No submission has this id." });
  const { submission } = found;
  const task: Task = parseContent(submission.taskId, found.task);
  const request = {
    model: submission.release,
    task: { ...task, criteria: inOrder(task.criteria, submission.options) },
    input: parseContent(submission.inputId, found.input),
  };
  return { submission, request };
}

function showVerdict(row: typeof verdicts.$inferSelect): ShownVerdict {
  const { reviewerId, binding, quality, checklist, note, expiresAt, createdAt } = row;
  return {
    ...{ reviewerId, binding, quality, checklist, note },
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
