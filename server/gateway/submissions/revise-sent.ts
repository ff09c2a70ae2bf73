import { and, eq } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { submissions } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { requireRelease } from "#server/gateway/predict/admit.ts";
import { actorOf, type Call } from "#server/gateway/predict/call.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { createSubmission } from "./create-submission.ts";
import { readSubmissionState } from "./submission-state.ts";
import { requireOwnOpen, withdrawIn } from "./withdraw-submission.ts";

/**
 * Replaces an open submission of an API key. Throws MODEL_NOT_SUPPORTED if this deployment does not serve the release,
 * the errors of requireOwnOpen(), and CONFLICT if another open submission has the same content. A repeated call, or one
 * with unchanged content, returns the state of the open submission.
 */
export function reviseSent(
  gateway: Pick<GatewayContext, "config" | "database" | "events" | "model" | "now">,
  { caller, client }: Pick<Call, "caller" | "client">,
  submissionId: string,
  valid: ValidRequest,
) {
  const { request, task, input } = valid;
  requireRelease(gateway.model, request.model);
  return inTransaction(gateway.database, async (transaction) => {
    // The lock of new submissions, so that none has the same content.
    await takeLock(transaction, "sendToReview");
    const actor = actorOf(caller);
    const content = and(
      eq(submissions.release, request.model),
      eq(submissions.taskId, task.id),
      eq(submissions.inputId, input.id),
    );
    const [same] = await transaction
      .select()
      .from(submissions)
      .where(and(content, eq(submissions.status, "submitted")));
    if (same?.authorId === caller.id && [same.id, same.supersedes].includes(submissionId))
      return readSubmissionState(gateway, transaction, same);
    const revised = await requireOwnOpen(transaction, actor, submissionId);
    if (same !== undefined) {
      const message = `Submission ${same.id} has the same content and already waits for review. Withdraw the submission that you wanted to revise.`;
      throw new GatewayError("CONFLICT", { message });
    }
    await withdrawIn(gateway, transaction, actor, revised);
    const created = await createSubmission(gateway, transaction, {
      actor,
      origin: "agent",
      client,
      valid,
      supersedes: submissionId,
    });
    return readSubmissionState(gateway, transaction, created);
  });
}
