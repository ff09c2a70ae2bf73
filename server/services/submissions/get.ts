import { eq } from "drizzle-orm";
import type { PredictionRequest, Task } from "#lib/contract/request.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { parseContent } from "#server/digest.ts";
import { GatewayError } from "#server/errors.ts";
import type { Database } from "#server/infra/db/open.ts";
import { inputs, submissions, tasks, verdicts } from "#server/infra/db/schema.ts";
import type { Member } from "#server/services/members/member.ts";
import { type ShownSubmission, showSubmission } from "./show.ts";

export interface SubmissionDetail extends ShownSubmission {
  readonly request: PredictionRequest;
  /**
   * Of an open submission only for who has given one: with several reviewers, each judges without the others. Not even
   * their number is told: while it is open, each can only be an approval.
   */
  readonly verdicts: readonly ShownVerdict[];
}

export interface ShownVerdict {
  readonly reviewerId: string;
  readonly binding: "approve" | "changes" | "reject";
  readonly quality: "approve" | "changes" | "reject";
  readonly checklist: Readonly<Record<string, boolean>>;
  readonly note: string;
  readonly createdAt: string;
}

/** One submission with its content and what was said of it. */
export async function getSubmission(database: Database, member: Member, id: string): Promise<SubmissionDetail> {
  const [found] = await database.orm
    .select({ submission: submissions, task: tasks.canonical, input: inputs.canonical })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.taskId, submissions.taskId))
    .innerJoin(inputs, eq(inputs.inputId, submissions.inputId))
    .where(eq(submissions.id, id));
  if (found === undefined) throw new GatewayError("NOT_FOUND", { message: "No submission has this id." });
  const { submission } = found;
  const task: Task = parseContent(submission.taskId, found.task);
  const given = await database.orm
    .select()
    .from(verdicts)
    .where(eq(verdicts.submissionId, id))
    .orderBy(verdicts.createdAt);
  const mayRead = submission.status !== "submitted" || given.some(({ reviewerId }) => reviewerId === member.id);
  return {
    ...showSubmission(submission),
    request: {
      model: submission.release,
      task: { ...task, criteria: inOrder(task.criteria, submission.options) },
      input: parseContent(submission.inputId, found.input),
    },
    verdicts: mayRead ? given.map(showVerdict) : [],
  };
}

function showVerdict(row: typeof verdicts.$inferSelect): ShownVerdict {
  const { reviewerId, binding, quality, checklist, note, createdAt } = row;
  return { reviewerId, binding, quality, checklist, note, createdAt: createdAt.toISOString() };
}
