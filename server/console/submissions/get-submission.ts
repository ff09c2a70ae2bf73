import { eq } from "drizzle-orm";
import type { PredictionRequest, Task } from "#lib/contract/request.ts";
import type { Member } from "#lib/domain/members.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { parseContent } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { inputs, submissions, tasks, verdicts } from "#server/db/schema.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import { orderedOptions } from "#server/gateway/submissions/declare-order.ts";
import { permissionsFor } from "#server/gateway/submissions/submission-permissions.ts";
import { showSubmission } from "./show-submission.ts";
import { hasUnknownAuthor, isWrittenBy } from "./written-by.ts";

export type SubmissionDetail = Awaited<ReturnType<typeof getSubmission>>;

/** Throws NOT_FOUND for an unknown id. */
export async function getSubmission(
  { database, config, now }: Pick<ConsoleContext, "database" | "config" | "now">,
  member: Member,
  id: string,
) {
  const { submission, request, order } = await readSubmission(database, id);
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
    /** The option ids of the task from lowest to highest; null if they have no order. */
    order,
    /**
     * Empty while the submission is open, except for reviewers who have decided: each reviewer must judge
     * independently, without knowing even the number of verdicts. If the required number of reviewers disagree, everybody
     * sees the verdicts, and a further reviewer decides.
     */
    verdicts: !isOpen || decided || disputed ? given.map(showVerdict) : [],
    /** The required number of reviewers have judged and disagree. */
    disputed,
    /** The task, or an earlier version of the task, was sent with an API key that has no owner. */
    authorUnknown,
    may: permissionsFor(submission, member, { ...reviewState, wrote, decided }),
  };
}

/**
 * Returns a submission, its request with the options in the author's order, and the order of the task's options. Throws
 * NOT_FOUND for an unknown id.
 */
export async function readSubmission(database: Database, id: string) {
  const [found] = await database.orm
    .select({ submission: submissions, task: tasks, input: inputs.canonical })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.taskId, submissions.taskId))
    .innerJoin(inputs, eq(inputs.inputId, submissions.inputId))
    .where(eq(submissions.id, id));
  if (found === undefined) throw new GatewayError("NOT_FOUND", { message: "No submission has this id." });
  const { submission } = found;
  const task: Task = parseContent(submission.taskId, found.task.canonical);
  const request: PredictionRequest = {
    model: submission.release,
    task: { ...task, criteria: inOrder(task.criteria, submission.options) },
    input: parseContent(submission.inputId, found.input),
  };
  return { submission, request, order: orderedOptions(found.task) };
}

function showVerdict(row: typeof verdicts.$inferSelect) {
  const { reviewerId, binding, quality, checklist, note, expiresAt, createdAt } = row;
  return isoDates({ reviewerId, binding, quality, checklist, note, expiresAt, createdAt });
}
