import { ERRORS } from "#lib/contract/error-table.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { describeError } from "#server/describe-error.ts";
import { type ContractError, toContractError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { sendToReview } from "#server/services/submissions/send-to-review.ts";
import { type Answer, type Attempt, actorOf } from "./attempt.ts";
import { claimKey, type HeldClaim } from "./claim-idempotency-key.ts";
import { errorBody } from "./error-body.ts";
import { predict } from "./predict.ts";

/**
 * Takes an attempt to its answer: reads the request, finds what its idempotency key has been answered with, predicts,
 * and turns whatever refuses into the error that the caller gets, with its audit event.
 */
export async function answer(
  gateway: Gateway,
  attempt: Attempt,
  read: () => OrderedRequest | Promise<OrderedRequest>,
): Promise<Answer> {
  let ordered: OrderedRequest | undefined;
  let claim: HeldClaim | undefined;
  try {
    ordered = await read();
    if (attempt.idempotencyKey !== undefined) {
      const claimed = await claimKey(gateway, attempt, attempt.idempotencyKey, ordered);
      if (!claimed.first) return claimed.answer;
      claim = claimed.claim;
    }
    const response = await predict(gateway, attempt, ordered);
    return { ok: true, response, options: ordered.options, replayed: false };
  } catch (thrown) {
    const error = toContractError(thrown);
    const recorded = gateway.refusals.takes(attempt, error) ? undefined : recordRefusal(gateway, attempt, error);
    // Where the audit log has just failed there is nothing to wait for.
    if (error.code !== "AUDIT_UNAVAILABLE") await recorded;
    if (!attempt.asked) await claim?.release();
    if (ordered !== undefined) await sendToReview(gateway, attempt, ordered, error);
    return { ok: false, error, body: errorBody(error, attempt.requestId), replayed: false };
  } finally {
    claim?.end();
  }
}

const ISSUES_RECORDED = 10;

/** A refusal keeps its code even where it cannot be recorded: its check comes before that of recording. */
async function recordRefusal(gateway: Gateway, attempt: Attempt, error: ContractError): Promise<void> {
  const { caller, requestId, about } = attempt;
  const { release, task_id, input_id } = about;
  // Nothing failed where the caller left: the request was given up for that.
  if (ERRORS[error.code].status >= 500 && !attempt.signal.aborted) {
    gateway.log.error({ requestId, code: error.code, detail: error.detail }, "request failed");
  }
  const total_ms = milliseconds(performance.now() - attempt.arrivedAt);
  const opened = attempt.opened && release !== undefined && task_id !== undefined && input_id !== undefined;
  try {
    await gateway.events.append(
      actorOf(caller),
      opened
        ? {
            kind: "prediction.failed",
            request_id: requestId,
            release,
            task_id,
            input_id,
            code: error.code,
            asked: attempt.asked,
            cancelled: attempt.signal.aborted,
            total_ms,
          }
        : {
            kind: "prediction.refused",
            request_id: requestId,
            ...about,
            code: error.code,
            issues: error.issues.slice(0, ISSUES_RECORDED).map(({ code, path }) => ({ code, path })),
            total_ms,
          },
    );
  } catch (failure) {
    gateway.log.error(
      { requestId, code: error.code, failure: describeError(failure) },
      "a refusal could not be recorded",
    );
  }
}
