import { ERRORS } from "#lib/contract/error-table.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { ErrorBody, PredictionResponse } from "#lib/contract/response.ts";
import { type ContractError, toContractError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Attempt, actorOf } from "./attempt.ts";
import { keepForReview } from "./keep-for-review.ts";
import { milliseconds } from "./milliseconds.ts";
import { predict } from "./predict.ts";

/** How an attempt ended: what the caller is told, whichever door it came through. */
export type Answer =
  | { readonly ok: true; readonly response: PredictionResponse }
  | { readonly ok: false; readonly error: ContractError; readonly body: ErrorBody };

/**
 * Takes an attempt to its answer: reads the request, predicts, and turns whatever refuses into the error that the
 * caller gets, with its event in the record.
 */
export async function answer(
  gateway: Gateway,
  attempt: Attempt,
  read: () => PredictionRequest | Promise<PredictionRequest>,
): Promise<Answer> {
  let request: PredictionRequest | undefined;
  try {
    request = await read();
    return { ok: true, response: await predict(gateway, attempt, request) };
  } catch (thrown) {
    const error = toContractError(thrown);
    const recorded = gateway.refusals.takes(attempt, error) ? undefined : recordRefusal(gateway, attempt, error);
    // Where the record has just failed there is nothing to wait for.
    if (error.code !== "AUDIT_UNAVAILABLE") await recorded;
    if (request !== undefined) await keepForReview(gateway, attempt, request, error);
    return { ok: false, error, body: errorBody(error, attempt.requestId) };
  }
}

export function errorBody(error: Pick<ContractError, "code" | "message" | "issues">, requestId: string): ErrorBody {
  return { error: { code: error.code, message: error.message, issues: [...error.issues] }, request_id: requestId };
}

const ISSUES_RECORDED = 10;

/** A refusal keeps its code even where it cannot be recorded: it comes before recording in the order of checks. */
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
    gateway.log.error({ requestId, code: error.code, failure: String(failure) }, "a refusal could not be recorded");
  }
}
