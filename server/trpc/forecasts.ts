import { z } from "zod";
import { getForecast } from "#server/forecasts/get.ts";
import { listForecasts } from "#server/forecasts/list.ts";
import { runForecast } from "#server/forecasts/run.ts";
import { memberProcedure, refusalToTrpcError, router } from "./init.ts";
import { forecastFilter, id, page } from "./inputs.ts";

export const forecastsRouter = router({
  /** Answers exactly the body of `/v1/predict`; a refusal carries the REST error body as `data.answer`. */
  run: memberProcedure.input(z.unknown()).mutation(async ({ ctx, input }) => {
    const { signal, arrivedAt } = ctx;
    const answer = await runForecast(ctx.gateway, ctx.member, { request: input, signal, arrivedAt });
    if (!answer.ok) throw refusalToTrpcError(answer.body);
    return answer.response;
  }),

  get: memberProcedure
    .input(z.object({ requestId: id }))
    .query(({ ctx, input }) => getForecast(ctx.gateway.database, input.requestId)),

  list: memberProcedure
    .input(z.object({ ...forecastFilter, ...page }).prefault({}))
    .query(({ ctx, input }) => listForecasts(ctx.gateway.database, input)),
});
