import { and, arrayContains, eq, type SQL, sql } from "drizzle-orm";
import type { forecastList } from "#lib/console/filters.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { readQuantities, type Threshold } from "#lib/series/quantity.ts";
import { readMeasuredSeries } from "#lib/series/read-measured-series.ts";
import { readNewest, type Span } from "#server/audit/log/read-newest.ts";
import { optionsInOrder, resultOf } from "#server/audit/log/recorded-answer.ts";
import { type Columns, toCsv } from "#server/base/table.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { composeDetails, type ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { readCutoffs, readTasks } from "#server/gateway/forecasts/read-content.ts";

export type ForecastFilter = ReturnType<typeof forecastList.toFilter>;

/** With more tasks that offer an option, the forecasts of all tasks are read: the option is probably chosen often. */
const MAX_TASKS = 1_000;

export type PageOf = Pick<Span, "after" | "limit">;

/** Returns the audit events of matching answered predictions, latest time first. */
async function readForecastPage(
  database: Database,
  { release, option, tag, text, taskId, from, before }: ForecastFilter,
  { after, limit }: PageOf,
) {
  const columns = { taskId: await findTasks(database, { taskId, text, tag, option }) };
  const isWanted = and(
    whenDefined(release, (name) => eq(events.release, name)),
    whenDefined(tag, (name) => questionHasTag(events.taskId, name)),
    whenDefined(option, choseOption),
  );
  const sources = [{ kinds: ["prediction.answered"], columns }] as const;
  const { rows, next } = await readNewest(database, sources, isWanted, { from, before, after, limit });
  return { forecasts: rows.map(({ body, ...row }) => ({ ...row, event: readAnswered(body) })), next };
}

/** Returns the ids of the tasks whose forecasts may match; undefined if the filter has no condition on tasks. */
async function findTasks(
  { orm }: Database,
  { taskId, text, tag, option }: Pick<ForecastFilter, "taskId" | "text" | "tag" | "option">,
): Promise<readonly string[] | undefined> {
  const isWanted = and(
    whenDefined(taskId, (id) => eq(tasks.taskId, id)),
    whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
    whenDefined(tag, (name) => questionHasTag(tasks.taskId, name)),
  );
  const offersOption = whenDefined(option, (id) => arrayContains(tasks.options, [id]));
  if (isWanted === undefined && offersOption === undefined) return undefined;
  const query = orm.select({ id: tasks.taskId }).from(tasks).where(and(isWanted, offersOption));
  const found = isWanted === undefined ? await query.limit(MAX_TASKS + 1) : await query;
  return isWanted === undefined && found.length > MAX_TASKS ? undefined : found.map(({ id }) => id);
}

/** Returns the condition that a forecast's most probable option has this id. */
function choseOption(id: string): SQL {
  return sql`${events.choice} = (
    select array_position(t.options, ${id}) - 1 from ${tasks} t where t.task_id = ${events.taskId})`;
}

/**
 * Returns forecasts, newest first. If `next` is a number, there may be more forecasts, even if this page has fewer than
 * `limit`: each page searches only a limited window of the audit log.
 */
export async function listForecasts(database: Database, filter: ForecastFilter & PageOf) {
  const { forecasts, next } = await readForecastPage(database, filter, filter);
  const [task, asOf, names] = await Promise.all([
    readTasks(
      database,
      forecasts.map(({ event }) => event.task_id),
    ),
    readCutoffs(
      database,
      forecasts.map(({ event }) => event.input_id),
    ),
    nameActors(
      database,
      forecasts.map(({ event }) => event.actor.id),
    ),
  ]);
  const listed = forecasts.map(({ seq, event }) => {
    const asked = task(event.task_id);
    const { choice, probabilities } = resultOf(event, asked);
    return {
      requestId: event.request_id,
      seq,
      taskId: event.task_id,
      inputId: event.input_id,
      instructions: asked.instructions,
      labels: optionLabels(asked.criteria),
      release: event.release,
      modelVersion: event.model_version,
      /** Option ids in the caller's order. */
      options: optionsInOrder(event, asked),
      choice,
      probabilities,
      asOf: asOf(event.input_id),
      generatedAt: event.generated_at,
      askedBy: names.get(event.actor.id) ?? event.actor.id,
    };
  });
  return { forecasts: listed, next };
}

const PAGE = 250;

/**
 * Yields all matching forecasts in pages, newest first, with one page in memory at a time. Omits forecasts that were
 * recorded after the first page was read.
 */
export async function* readAllForecasts(
  database: Database,
  filter: ForecastFilter,
): AsyncGenerator<ExportedForecast[]> {
  for (let after: number | undefined; ; ) {
    const { forecasts, next } = await readForecastPage(database, filter, { after, limit: PAGE });
    yield (await composeDetails(database, forecasts)).map(addQuantities);
    if (next === null) return;
    after = next;
  }
}

export type ExportedForecast = ReturnType<typeof addQuantities>;

/** Adds the figures that the forecast's page shows of a quantity. */
export function addQuantities(forecast: ForecastDetail) {
  const { context } = forecast.request.input;
  // Parsing every observation takes long, and most inputs have no partition.
  const hasPartition = context.some((one) => one.type === "structured" && one.data.kind === "partition");
  const series = hasPartition ? readMeasuredSeries(forecast.options, context) : [];
  return { ...forecast, quantities: readQuantities(series, forecast.response.result.probabilities) };
}

interface ForecastOption extends ForecastDetail {
  /** The first series whose partition gives the options. */
  readonly quantity: ExportedForecast["quantities"][number] | undefined;
  readonly threshold: Threshold | undefined;
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
  series: ({ quantity }) => quantity?.series,
  unit: ({ quantity }) => quantity?.unit,
  bound: ({ threshold }) => threshold?.value,
  bound_included: ({ threshold }) => threshold?.includes,
  probability_from_bound: ({ threshold }) => threshold?.probability,
  median_low: ({ quantity }) => quantity?.median.low,
  median_high: ({ quantity }) => quantity?.median.high,
  interval_80_low: ({ quantity }) => quantity?.middle.low,
  interval_80_high: ({ quantity }) => quantity?.middle.high,
  interval_80_probability: ({ quantity }) => quantity?.middle.probability,
};

/** Yields CSV with one row per option of each forecast. */
export async function* forecastsToCsv(pages: AsyncIterable<readonly ExportedForecast[]>): AsyncGenerator<string> {
  yield* toCsv(splitByOption(pages), FORECAST_COLUMNS);
}

async function* splitByOption(pages: AsyncIterable<readonly ExportedForecast[]>): AsyncGenerator<ForecastOption[]> {
  for await (const page of pages) {
    yield page.flatMap((forecast) => {
      const [quantity] = forecast.quantities;
      return forecast.options.map((option, index) => {
        const threshold = quantity?.thresholds.find((one) => one.option === option);
        return { ...forecast, quantity, threshold, option, place: index + 1 };
      });
    });
  }
}
