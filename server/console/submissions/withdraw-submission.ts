import { eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";

/**
 * Withdraws a member's own open submission. Throws NOT_FOUND for an unknown id, FORBIDDEN for another author's
 * submission, and CONFLICT if the submission is not open.
 */
export async function withdraw(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  submissionId: string,
): Promise<Submission> {
  return inTransaction(gateway.database, async (transaction) => {
    const [submission] = await transaction
      .select()
      .from(submissions)
      .where(eq(submissions.id, submissionId))
      .for("update");
    if (submission === undefined) throw new GatewayError("NOT_FOUND");
    if (submission.authorId !== member.id) {
      throw new GatewayError("FORBIDDEN", { message: "Only the author can withdraw a submission." });
    }
    if (submission.status !== "submitted") {
      throw new GatewayError("CONFLICT", {
        message: `This submission is already closed: ${submission.status.replace("_", " ")}.`,
      });
    }
    return withdrawIn(gateway, transaction, member, submission);
  });
}

/** Withdraws within the caller's transaction. The caller must have locked the submission and found it open. */
export async function withdrawIn(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  member: Member,
  submission: Submission,
): Promise<Submission> {
  const { id, taskId, inputId } = submission;
  const changed = { status: "withdrawn", updatedAt: gateway.now() } as const;
  await transaction.update(submissions).set(changed).where(eq(submissions.id, id));
  await gateway.events.appendIn(transaction, memberActor(member), {
    kind: "submission.withdrawn",
    submission_id: id,
    task_id: taskId,
    input_id: inputId,
  });
  return { ...submission, ...changed };
}
