import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { Submission } from "./create-submission.ts";

/** Withdraws an open submission of the author, a member or an API key. Throws the errors of requireOwnOpen(). */
export async function withdraw(
  gateway: Pick<GatewayContext, "database" | "events" | "now">,
  author: Actor,
  submissionId: string,
): Promise<Submission> {
  return inTransaction(gateway.database, async (transaction) =>
    withdrawIn(gateway, transaction, author, await requireOwnOpen(transaction, author, submissionId)),
  );
}

/**
 * Returns an open submission of the author, and locks it. Throws NOT_FOUND for an unknown id, FORBIDDEN for another
 * author's submission, and CONFLICT if the submission is not open.
 */
export async function requireOwnOpen(transaction: Drizzle, author: Actor, id: string): Promise<Submission> {
  const [submission] = await transaction.select().from(submissions).where(eq(submissions.id, id)).for("update");
  if (submission === undefined) throw new GatewayError("NOT_FOUND");
  if (submission.authorId !== author.id) {
    throw new GatewayError("FORBIDDEN", { message: "Only the author can revise or withdraw an open submission." });
  }
  if (submission.status !== "submitted") {
    throw new GatewayError("CONFLICT", {
      message: `This submission is already closed: ${submission.status.replace("_", " ")}.`,
    });
  }
  return submission;
}

/** Withdraws within the caller's transaction. The caller must have locked the submission and found it open. */
export async function withdrawIn(
  gateway: Pick<GatewayContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  submission: Submission,
): Promise<Submission> {
  const { id, taskId, inputId } = submission;
  const changed = { status: "withdrawn", updatedAt: gateway.now() } as const;
  await transaction.update(submissions).set(changed).where(eq(submissions.id, id));
  await gateway.events.appendIn(transaction, actor, {
    kind: "submission.withdrawn",
    submission_id: id,
    task_id: taskId,
    input_id: inputId,
  });
  return { ...submission, ...changed };
}
