import { z } from "zod";
import { MAX_VARIANT_NAME, MAX_VARIANTS } from "#lib/domain/experiments.ts";
import { requiredText } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import { createExperiment } from "#server/console/experiments/create-experiment.ts";
import { getExperiment } from "#server/console/experiments/get-experiment.ts";
import { listExperiments } from "#server/console/experiments/list-experiments.ts";
import { readInfluence } from "#server/console/experiments/measure-influence.ts";
import { memberProcedure, router } from "./init.ts";

const variant = z.object({ name: requiredText(MAX_VARIANT_NAME, "Name the variant."), context: z.json() });

export const experimentsRouter = router({
  /** Sends the variants to review together; `context`: the observations in place of the submission's. */
  create: memberProcedure
    .input(z.object({ submissionId: id, variants: z.array(variant).min(1).max(MAX_VARIANTS) }))
    .mutation(({ ctx, input }) => createExperiment(ctx.gateway, ctx.member, input)),

  get: memberProcedure
    .input(z.object({ experimentId: id }))
    .query(({ ctx, input }) => getExperiment(ctx.gateway, ctx.member, input.experimentId)),

  list: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => listExperiments(ctx.gateway.database, input.submissionId)),

  /** Of an approved input, and never a forecast: how far the answer moves without each observation. */
  influence: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => readInfluence(ctx.gateway, input.submissionId)),
});
