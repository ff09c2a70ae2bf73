import { and, count, eq } from "drizzle-orm";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { describeError } from "#server/describe-error.ts";
import { identify } from "#server/digest.ts";
import type { Gateway } from "#server/gateway.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { takeLock } from "#server/infra/db/locks.ts";
import { submissions } from "#server/infra/db/schema.ts";
import { actorOf, type Call } from "#server/services/predict/call.ts";
import { createSubmission } from "./create-submission.ts";

const MAX_OPEN = 100;

/**
 * Sends a backend caller's request to review: once per content, and at most 100 open ones a credential. Never rejects,
 * because the caller gets the refusal either way.
 */
export async function sendToReview(
  gateway: Gateway,
  { caller, requestId }: Call,
  { request, options }: OrderedRequest,
): Promise<void> {
  const [task, input] = [identify(request.task), identify(request.input)];
  try {
    await inTransaction(gateway.database, async (transaction) => {
      // One at a time: side by side, each would count without the others.
      await takeLock(transaction, "sendToReview");
      const [same] = await transaction
        .select({ id: submissions.id })
        .from(submissions)
        .where(
          and(
            eq(submissions.release, request.model),
            eq(submissions.taskId, task.id),
            eq(submissions.inputId, input.id),
          ),
        )
        .limit(1);
      if (same !== undefined) return;
      const [open] = await transaction
        .select({ count: count() })
        .from(submissions)
        .where(and(eq(submissions.authorId, caller.id), eq(submissions.status, "submitted")));
      if (open === undefined || open.count >= MAX_OPEN) return;
      await createSubmission(gateway, transaction, { author: actorOf(caller), origin: "caller", request, options });
    });
  } catch (failure) {
    gateway.log.error({ requestId, failure: describeError(failure) }, "a request could not be sent to review");
  }
}
