import type { PredictionRequest } from "#lib/contract/request.ts";
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
