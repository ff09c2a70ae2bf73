import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { submissions } from "#server/db/schema.ts";
import { listReviewers } from "./list-reviewers.ts";

/**
 * Assigns an open submission to a reviewer; a null `reviewerId` removes the assignment. An assignment is advisory:
 * other reviewers may still decide. Throws NOT_FOUND if no open submission has this id, BAD_REQUEST if `reviewerId` is
 * not an active reviewer.
 */
export async function assign(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  submissionId: string,
  reviewerId: string | null,
): Promise<void> {
  const reviewers = await listReviewers(gateway);
  if (reviewerId !== null && !reviewers.some(({ id }) => id === reviewerId)) {
    throw new GatewayError("BAD_REQUEST", { message: "A submission can only be assigned to an active reviewer." });
  }
  await inTransaction(gateway.database, async (transaction) => {
    const [assigned] = await transaction
      .update(submissions)
      .set({ assignedTo: reviewerId })
      .where(and(eq(submissions.id, submissionId), eq(submissions.status, "submitted")))
      .returning({ taskId: submissions.taskId, inputId: submissions.inputId });
    if (assigned === undefined) throw new GatewayError("NOT_FOUND", { message: "No open submission has this id." });
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "review.assigned",
      submission_id: submissionId,
      task_id: assigned.taskId,
      input_id: assigned.inputId,
      reviewer_id: reviewerId,
    });
  });
}
