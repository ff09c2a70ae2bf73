import { diffFields } from "#lib/diff/diff-fields.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { jensenShannon, totalVariation } from "#lib/stats/distances.ts";
import { probabilityOf } from "#lib/stats/distribution.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { getForecasts } from "#server/gateway/forecasts/get-forecast.ts";

/**
 * Compares forecasts of one question with the first of them. The options of different questions have nothing in common
 * but their ids, so that their forecasts are only listed. Throws NOT_FOUND if a request id has no forecast.
 */
export async function compareForecasts(database: Database, requestIds: readonly string[]) {
  const found = await getForecasts(database, requestIds);
  const [first] = found;
  if (first === undefined || found.length < requestIds.length) {
    throw new GatewayError("NOT_FOUND", { message: "At least one of these request ids has no forecast." });
  }
  const compared = found.every(({ taskId }) => taskId === first.taskId) ? found : [];
  const all = compared.map(({ response }) => response.result.probabilities);
  return {
    /** In the order of the requested ids. */
    forecasts: found.map(summarise),
    /** The options in the first caller's order; empty for different questions. */
    options: (compared[0]?.options ?? []).map((option) => {
      const probabilities = all.map((distribution) => probabilityOf(distribution, option));
      return { option, probabilities, differences: probabilities.map((one) => one - (probabilities[0] ?? 0)) };
    }),
    /** The distance, 0..1, of each pair of forecasts: indices of `forecasts`, `first` < `second`. */
    pairs: all.flatMap((one, first) =>
      all.slice(first + 1).map((other, offset) => ({
        first,
        second: first + 1 + offset,
        totalVariation: totalVariation(one, other),
        jensenShannon: jensenShannon(one, other),
      })),
    ),
    /** Differences in input from the first forecast: one list for each other forecast. */
    changes: compared.slice(1).map((other) => diffFields(contentOf(first), contentOf(other))),
  };
}

function contentOf({ request: { task, input } }: ForecastDetail) {
  return { task, input };
}

function summarise({ request, response, options, askedBy, taskId }: ForecastDetail) {
  return {
    requestId: response.request_id,
    taskId,
    inputId: response.input_id,
    instructions: request.task.instructions,
    release: request.model,
    modelVersion: response.model_version,
    asOf: response.input_as_of,
    generatedAt: response.generated_at,
    askedBy: askedBy.name,
    ...response.result,
    /** Option ids in the caller's order, and their labels. */
    options,
    labels: optionLabels(request.task.criteria),
  };
}
