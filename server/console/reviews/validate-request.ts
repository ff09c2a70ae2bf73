import { v7 as uuid } from "uuid";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { errorBody, toContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { admit, isReviewMissing } from "#server/gateway/predict/admit.ts";
import { requireReady } from "#server/gateway/predict/require-ready.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";

/**
 * Reports what `/v1/predict` would return for a request. Runs the same checks, but makes no forecast and records no
 * audit event. `read` returns the parsed request, or throws if the request is invalid. If `ok`, `/v1/predict` would
 * return a forecast; `answer` is the error body that it would return if it did not send the request for review.
 * `findings` are those that reviewers would see.
 */
export async function validate(
  gateway: Pick<ConsoleContext, "database" | "model" | "tokens" | "now">,
  read: () => ValidRequest,
) {
  const { model, database } = gateway;
  const requestId = uuid();
  let request: PredictionRequest | undefined;
  let findings: readonly Finding[] = [];
  try {
    const valid = read();
    ({ request } = valid);
    findings = findingsOf(gateway, request);
    const subject = { release: model.release, task_id: valid.task.id, input_id: valid.input.id };
    await admit(model, requestId, valid, () => lookUpReviewState(database, subject, gateway.now()));
    await gateway.tokens.requireLeft();
    await requireReady(model);
    return { ok: true, answer: null, needsReview: false, findings };
  } catch (thrown) {
    const error = toContractError(thrown);
    /** The request only lacks the approval by reviewers. */
    const needsReview = request !== undefined && isReviewMissing(model, request, error);
    return { ok: false, answer: errorBody(error, requestId), needsReview, findings };
  }
}
