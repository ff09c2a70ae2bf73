import type { PredictionRequest } from "#lib/contract/request.ts";
import { isContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { getForecast } from "#server/gateway/forecasts/get-forecast.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import type { Work } from "#server/limits/work.ts";
import { PARAMETERS } from "#server/models/pool/parameters.ts";
import { readObservations } from "#server/models/pool/read-observations.ts";

/**
 * Returns why the embedded model did not use these observations. The trace lists only their indices, because a reason
 * may quote the caller; so the running version reads the request again.
 */
export function explainIgnored({ task, input }: PredictionRequest, observations: readonly number[]) {
  if (observations.length === 0) return [];
  const { ignored } = readObservations(task, input, PARAMETERS);
  const reasons = new Map(ignored.map(({ observation, reason }) => [observation, reason]));
  return observations.map((observation) => ({
    observation,
    reason: reasons.get(observation) ?? "Another version of the model did not use this observation.",
  }));
}

export type Influence =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      /** Total variation distance (0..1) per observation; null if the model has no answer without the observation. */
      readonly observations: readonly (number | null)[];
    };

/**
 * Returns the influence of each observation on a forecast: the distance between the answers with and without that
 * observation. Returns distances only, and only while the approval is active, because a forecast for a changed input
 * needs its own approval. Throws NOT_FOUND for an unknown request id.
 */
export async function measureInfluence(
  { database, model, now }: Pick<ConsoleContext, "database" | "model" | "now">,
  requestId: string,
  work: Work,
): Promise<Influence> {
  const { influence } = model;
  if (influence === undefined) {
    return { ok: false, reason: "This model does not compute the influence of observations on its answers." };
  }
  const { request, options, response } = await getForecast(database, requestId);
  if (response.model_version !== model.status().version) {
    return { ok: false, reason: "Another version of the model made this forecast." };
  }
  const valid = new ValidRequest({ request, options });
  try {
    const subject = { release: request.model, task_id: valid.task.id, input_id: valid.input.id };
    const approved = await admit(model, requestId, valid, () => lookUpReviewState(database, subject, now()));
    return { ok: true, observations: await influence(approved, work.step) };
  } catch (error) {
    if (!isContractError(error) || error.code === "AUDIT_UNAVAILABLE") throw error;
    return { ok: false, reason: error.issues[0]?.message ?? error.message };
  }
}
