import { z } from "zod";
import { limit } from "#lib/console/filter.ts";
import { outcomeList, partInput, sourcesInput } from "#lib/console/filters.ts";
import { digest, id } from "#lib/domain/identifiers.ts";
import { sourceName } from "#lib/domain/sources.ts";
import { BINS } from "#lib/stats/reliability.ts";
import { confirmOutcome } from "#server/console/outcomes/confirm-outcome.ts";
import { countOutcomes } from "#server/console/outcomes/count-outcomes.ts";
import { getOutcome } from "#server/console/outcomes/get-outcome.ts";
import { importOutcomes } from "#server/console/outcomes/import-outcomes.ts";
import { listOutcomes } from "#server/console/outcomes/list-outcomes.ts";
import { newOutcome, recordOutcome } from "#server/console/outcomes/record-outcome.ts";
import { showOutcome } from "#server/console/outcomes/show-outcome.ts";
import { changeAlias } from "#server/console/scores/change-alias.ts";
import { readScoreOf } from "#server/console/scores/get-score.ts";
import { readWorthOf } from "#server/console/scores/get-worth.ts";
import { readPart } from "#server/console/scores/part-of-record.ts";
import { listNamed, SCORE_ORDERS } from "#server/console/scores/scored-forecasts.ts";
import {
  getSource,
  listSources,
  readCandidateRecord,
  readObservationRecord,
  readTrackRecord,
} from "#server/console/scores/track-record.ts";
import { needs, router } from "./init.ts";

export const outcomesRouter = router({
  list: needs.read
    .input(z.object(outcomeList.pageInput).prefault({}))
    .query(({ ctx, input }) => listOutcomes(ctx.gateway, ctx.member, input)),

  counts: needs.read
    .input(z.object(outcomeList.filterInput).omit({ state: true }).prefault({}))
    .query(({ ctx, input }) => countOutcomes(ctx.gateway, ctx.member, input)),

  get: needs.read
    .input(z.object({ taskId: digest }))
    .query(({ ctx, input }) => getOutcome(ctx.gateway.database, ctx.member, input.taskId)),

  record: needs.submit
    .input(newOutcome)
    .mutation(async ({ ctx, input }) => showOutcome(await recordOutcome(ctx.gateway, ctx.member, input))),

  confirm: needs.confirm
    .input(z.object({ outcomeId: id, beforeFirstForecast: z.optional(z.boolean()) }))
    .mutation(async ({ ctx, input }) =>
      showOutcome(await confirmOutcome(ctx.gateway, ctx.member, input.outcomeId, input)),
    ),

  /** Returns the track record of all forecasts or of one part, such as `{by: "version", of: "…"}`. */
  scores: needs.read
    .input(z.object(partInput).prefault({}))
    .query(({ ctx, input }) => readTrackRecord(ctx.gateway, readPart(input), ctx.work)),

  /** Compares the candidate with the release on the questions that both answered. */
  candidate: needs.read.query(({ ctx }) => readCandidateRecord(ctx.gateway, ctx.work)),

  /** Returns scored forecasts. `bin` is a bin of the reliability diagram, counted from 0. */
  scored: needs.read
    .input(
      z
        .object({
          ...partInput,
          bin: z.optional(
            z
              .number()
              .int()
              .min(0)
              .max(BINS - 1),
          ),
          order: z.enum(SCORE_ORDERS).default("newest"),
          after: z.optional(id),
          limit,
        })
        .prefault({}),
    )
    .query(({ ctx, input: { by, of, ...rest } }) => listNamed(ctx.gateway, { part: readPart({ by, of }), ...rest })),

  scoreOf: needs.read
    .input(z.object({ requestId: id }))
    .query(({ ctx, input }) => readScoreOf(ctx.gateway.database, input.requestId)),

  /** Returns the scores of quoted sources. `horizon` and `tag` select quoted forecasts. */
  sources: needs.read
    .input(z.object(sourcesInput).prefault({}))
    .query(({ ctx, input }) => listSources(ctx.gateway, input, ctx.work)),

  source: needs.read
    .input(z.object({ name: sourceName }))
    .query(({ ctx, input }) => getSource(ctx.gateway, input.name, ctx.work)),

  /** Lists the source `alias` under the name `source`. If `source` is null, removes the alias. */
  changeAlias: needs.administer
    .input(z.object({ alias: sourceName, source: z.nullable(sourceName) }))
    .mutation(({ ctx, input }) => changeAlias(ctx.gateway, ctx.member, input)),

  /** Returns the worth of observations by kind, source and finding, and the scores with and without each finding. */
  observations: needs.read.query(({ ctx }) => readObservationRecord(ctx.gateway, ctx.work)),

  /** Returns the worth of each observation of a forecast; null if the forecast has no score. */
  worthOf: needs.read
    .input(z.object({ requestId: id }))
    .query(({ ctx, input }) => readWorthOf(ctx.gateway.database, input.requestId)),

  /** `file` is the text of a table with a header row, or of JSON. */
  import: needs.submit
    .input(z.object({ file: z.string(), preview: z.optional(z.boolean()) }))
    .mutation(({ ctx, input }) => importOutcomes(ctx.gateway, ctx.member, input, ctx.work)),
});
