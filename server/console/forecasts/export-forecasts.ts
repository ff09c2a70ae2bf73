import { type Columns, toCsv } from "#server/base/table.ts";
import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";

interface ForecastOption extends ForecastDetail {
  readonly option: string;
  /** Position of the option in the request, from 1. */
  readonly place: number;
}

export const FORECAST_COLUMNS: Columns<ForecastOption> = {
  request_id: ({ response }) => response.request_id,
  event: ({ event }) => event.seq,
  generated_at: ({ response }) => response.generated_at,
  input_as_of: ({ response }) => response.input_as_of,
  resolves_at: ({ response }) => response.task.resolution.resolves_at,
  release: ({ request }) => request.model,
  model_version: ({ response }) => response.model_version,
  asked_by: ({ askedBy }) => askedBy.name,
  task_id: ({ taskId }) => taskId,
  input_id: ({ response }) => response.input_id,
  question: ({ response }) => response.task.instructions,
  place: ({ place }) => place,
  option: ({ option }) => option,
  meaning: ({ response, option }) => response.task.criteria[option],
  probability: ({ response, option }) => response.result.probabilities[option],
  chosen: ({ response, option }) => option === response.result.choice,
};

/** Yields CSV with one row per option of each forecast. */
export async function* forecastsToCsv(pages: AsyncIterable<readonly ForecastDetail[]>): AsyncGenerator<string> {
  yield* toCsv(splitByOption(pages), FORECAST_COLUMNS);
}

async function* splitByOption(pages: AsyncIterable<readonly ForecastDetail[]>): AsyncGenerator<ForecastOption[]> {
  for await (const page of pages) {
    yield page.flatMap((forecast) =>
      forecast.options.map((option, index) => ({ ...forecast, option, place: index + 1 })),
    );
  }
}
