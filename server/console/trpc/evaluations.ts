import { z } from "zod";
import { evaluationList } from "#lib/console/filters.ts";
import { EVALUATION_ACTION_NAMES } from "#lib/domain/evaluations.ts";
import { submissionTitle } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import { resolvedFilter } from "#lib/domain/resolved-questions.ts";
import {
  actOnEvaluation,
  decideEvaluation,
  fileDecision,
  getSample,
} from "#server/console/evaluations/decide-evaluation.ts";
import { evaluateResolved } from "#server/console/evaluations/evaluate-resolved.ts";
import { findResolvedCases } from "#server/console/evaluations/find-resolved-cases.ts";
import { compareEvaluations, getReport } from "#server/console/evaluations/get-report.ts";
import { getEvaluation, listEvaluations, waitingEvaluations } from "#server/console/evaluations/read-evaluations.ts";
import { needs, router } from "./init.ts";

const evaluation = z.object({ evaluationId: id });

export const evaluationsRouter = router({
  list: needs.read
    .input(z.object(evaluationList.pageInput).prefault({}))
    .query(({ ctx, input }) => listEvaluations(ctx.gateway.database, input)),

  /** Returns the evaluations that need an action by the caller. */
  waiting: needs.read.query(({ ctx }) => waitingEvaluations(ctx.gateway, ctx.member)),

  /** Counts the approved inputs that an evaluation on resolved questions would contain. */
  resolved: needs.read.input(resolvedFilter).query(async ({ ctx, input }) => {
    const { database, model, now } = ctx.gateway;
    const found = await findResolvedCases(database.orm, input, { release: model.release, now: now() }, ctx.work);
    return { cases: found.length, questions: new Set(found.map(({ taskId }) => taskId)).size };
  }),

  /** Creates an evaluation of approved inputs of resolved questions. It needs no review. */
  evaluateResolved: needs.evaluate
    .input(z.object({ title: submissionTitle, selection: resolvedFilter }))
    .mutation(({ ctx, input }) => evaluateResolved(ctx.gateway, ctx.member, input, ctx.work)),

  get: needs.read
    .input(evaluation)
    .query(({ ctx, input }) => getEvaluation(ctx.gateway, ctx.member, input.evaluationId)),

  /** Returns the cases that a reviewer must read before approving the file. */
  sample: needs.decide
    .input(evaluation)
    .query(({ ctx, input }) => getSample(ctx.gateway, ctx.member, input.evaluationId, ctx.work)),

  decide: needs.decide.input(fileDecision).mutation(async ({ ctx, input }) => {
    const { status } = await decideEvaluation(ctx.gateway, ctx.member, input);
    return { status };
  }),

  act: needs.evaluate
    .input(z.object({ evaluationId: id, action: z.enum(EVALUATION_ACTION_NAMES) }))
    .mutation(async ({ ctx, input }) => {
      const { status } = await actOnEvaluation(ctx.gateway, ctx.member, input.evaluationId, input.action);
      return { status };
    }),

  report: needs.read.input(evaluation).query(({ ctx, input }) => getReport(ctx.gateway, input.evaluationId)),

  /** Compares two finished evaluations on the cases for which both have a forecast. */
  compare: needs.read
    .input(z.object({ one: id, other: id }))
    .query(({ ctx, input }) => compareEvaluations(ctx.gateway, input.one, input.other, ctx.work)),
});
