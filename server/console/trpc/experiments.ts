import { z } from "zod";
import { MAX_VARIANT_NAME, MAX_VARIANTS } from "#lib/domain/experiments.ts";
import { requiredText } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import { createExperiment } from "#server/console/experiments/create-experiment.ts";
import { getExperiment } from "#server/console/experiments/get-experiment.ts";
import { listExperiments } from "#server/console/experiments/list-experiments.ts";
import { readInfluence } from "#server/console/experiments/measure-influence.ts";
import { memberProcedure, router } from "./init.ts";

const variant = z.object({ name: requiredText(MAX_VARIANT_NAME, "Enter a name for the variant."), context: z.json() });

export const experimentsRouter = router({
  /** Submits all variants for review. The `context` of a variant replaces the observations of the submission. */
  create: memberProcedure
    .input(z.object({ submissionId: id, variants: z.array(variant).min(1).max(MAX_VARIANTS) }))
    .mutation(({ ctx, input }) => createExperiment(ctx.gateway, ctx.member, input)),

  get: memberProcedure
    .input(z.object({ experimentId: id }))
    .query(({ ctx, input }) => getExperiment(ctx.gateway, ctx.member, input.experimentId)),

  list: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => listExperiments(ctx.gateway.database, input.submissionId)),

  /** Returns how much the probabilities change when each observation is left out. Records no forecast. */
  influence: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => readInfluence(ctx.gateway, input.submissionId, ctx.work)),
});
