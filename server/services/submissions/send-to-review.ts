import { and, count, eq, sql } from "drizzle-orm";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { describeError } from "#server/describe-error.ts";
import type { ContractError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { submissions } from "#server/infra/db/schema.ts";
import { type Attempt, actorOf } from "#server/services/predict/attempt.ts";
import { createSubmission } from "./create-submission.ts";

const MOST_OPEN = 100;
const LOCK = 7305112027;

/**
 * Lays a backend caller's request before the reviewers when want of a review is all that it was refused for: once per
 * content, and at most 100 open ones a credential. The answer is the refusal either way.
 */
export async function sendToReview(
  gateway: Gateway,
  attempt: Attempt,
  { request, options }: OrderedRequest,
  error: ContractError,
): Promise<void> {
  const { caller } = attempt;
  const { release, task_id, input_id } = attempt.about;
  const unreviewed = error.code === "TASK_NOT_SUPPORTED" || error.code === "INPUT_QUALITY_UNVERIFIED";
  if (caller.type !== "credential" || !unreviewed || !gateway.model.supports(request.task, request.input).ok) return;
  if (release === undefined || task_id === undefined || input_id === undefined) return;
  try {
    await inTransaction(gateway.database, async (transaction) => {
      // One at a time: side by side, each would count without the others.
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      const [same] = await transaction
        .select({ id: submissions.id })
        .from(submissions)
        .where(
          and(eq(submissions.release, release), eq(submissions.taskId, task_id), eq(submissions.inputId, input_id)),
        )
        .limit(1);
      if (same !== undefined) return;
      const [open] = await transaction
        .select({ count: count() })
        .from(submissions)
        .where(and(eq(submissions.authorId, caller.id), eq(submissions.status, "submitted")));
      if (open === undefined || open.count >= MOST_OPEN) return;
      await createSubmission(gateway, transaction, { author: actorOf(caller), origin: "caller", request, options });
    });
  } catch (failure) {
    gateway.log.error(
      { requestId: attempt.requestId, failure: describeError(failure) },
      "a request could not be kept for review",
    );
  }
}
