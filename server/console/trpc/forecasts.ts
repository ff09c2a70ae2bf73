import { z } from "zod";
import { forecastList } from "#lib/console/filters.ts";
import { digest, id, release } from "#lib/domain/identifiers.ts";
import { readMeasuredSeries } from "#lib/series/read-measured-series.ts";
import { explain } from "#lib/trace/explain.ts";
import { compareForecasts } from "#server/console/forecasts/compare-forecasts.ts";
import { readOverTime } from "#server/console/forecasts/compare-over-time.ts";
import { listForecasts } from "#server/console/forecasts/list-forecasts.ts";
import { explainIgnored, measureInfluence } from "#server/console/forecasts/measure-influence.ts";
import { runForecast } from "#server/console/forecasts/run-forecast.ts";
import { findApproval } from "#server/gateway/forecasts/find-approval.ts";
import { getForecast } from "#server/gateway/forecasts/get-forecast.ts";
import { needs, refusalToTrpcError, router } from "./init.ts";
import { readSentRequest } from "./sent-request.ts";

export const forecastsRouter = router({
  /**
   * Returns exactly the response body of `/v1/predict`. An error contains the error body of `/v1/predict` as
   * `data.answer`. The header `Idempotency-Key` works as for `/v1/predict`.
   */
  run: needs.forecast
    .meta({ uncounted: true })
    .input(z.unknown())
    .mutation(async ({ ctx, input, batchIndex }) => {
      const { work, arrivedAt, idempotencyKey, body } = ctx;
      const read = () => readSentRequest({ body, batchIndex, input });
      const answer = await runForecast(ctx.gateway, ctx.member, { read, work, arrivedAt, idempotencyKey });
      if (!answer.ok) throw refusalToTrpcError(answer.error, answer.requestId);
      return answer.response;
    }),

  get: needs.read.input(z.object({ requestId: id })).query(async ({ ctx: { gateway }, input }) => {
    const forecast = await getForecast(gateway.database, input.requestId);
    const { trace, request, response, options } = forecast;
    const { context } = request.input;
    const answer = response.result.probabilities;
    const explained = explain({ trace, context, options: options.toSorted(), answer });
    const explanation = { ...explained, ignored: explainIgnored(request, explained.pool?.ignored ?? []) };
    const series = readMeasuredSeries(options, context);
    return { ...forecast, explanation, series, approval: await findApproval(gateway.database, forecast) };
  }),

  /** Returns how much the probabilities change when each observation is left out. Records no forecast. */
  influence: needs.read
    .input(z.object({ requestId: id }))
    .query(({ ctx, input }) => measureInfluence(ctx.gateway, input.requestId, ctx.work)),

  compare: needs.read
    .input(z.object({ requestIds: z.array(id).min(2).max(4) }))
    .query(({ ctx, input }) => compareForecasts(ctx.gateway.database, input.requestIds)),

  overTime: needs.read
    .input(z.object({ taskId: digest, release: z.optional(release) }))
    .query(({ ctx, input }) => readOverTime(ctx.gateway.database, input, ctx.work)),

  list: needs.read
    .input(z.object(forecastList.pageInput).prefault({}))
    .query(({ ctx, input }) => listForecasts(ctx.gateway.database, input)),
});
