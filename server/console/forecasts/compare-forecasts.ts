import { diffFields } from "#lib/diff/diff-fields.ts";
import { nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { alignForecasts } from "#lib/stats/align-forecasts.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { getForecasts } from "#server/gateway/forecasts/get-forecast.ts";

/** Compares forecasts with the first of them. Throws NOT_FOUND if a request id has no forecast. */
export async function compareForecasts(database: Database, requestIds: readonly string[]) {
  const found = await getForecasts(database, requestIds);
  const [first, ...others] = found;
  if (first === undefined || found.length < requestIds.length) {
    throw new GatewayError("NOT_FOUND", { message: "At least one of these request ids has no forecast." });
  }
  const order = [...new Set(found.flatMap(({ options }) => options))];
  const { rows, pairs } = alignForecasts(
    found.map(({ response }) => response.result.probabilities),
    order,
  );
  return {
    /** In the order of the requested ids. */
    forecasts: found.map(summarise),
    /** Options of the first forecast in its caller's order, then options that only other forecasts have. */
    options: rows,
    /** Short label of each option, taken from the first forecast that has the option. */
    labels: optionLabels(Object.assign({}, ...found.map(({ request }) => request.task.criteria).reverse())),
    pairs,
    /** Differences in task and input from the first forecast: one list for each other forecast. */
    changes: others.map((other) => diffFields(contentOf(first), contentOf(other))),
  };
}

function contentOf({ request: { task, input } }: ForecastDetail) {
  return { task, input };
}

function summarise({ request, response, askedBy, taskId }: ForecastDetail) {
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
    choice: response.result.choice,
    /** Label of `choice` in the task of this forecast. */
    choiceLabel: nameOption(response.result.choice, optionLabels(request.task.criteria)),
  };
}
