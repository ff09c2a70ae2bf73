import { z } from "zod";
import { reviewList } from "#lib/console/filters.ts";
import { note } from "#lib/domain/fields.ts";
import { actorId, id } from "#lib/domain/identifiers.ts";
import { MAX_SKIPPED } from "#lib/domain/limits.ts";
import { revocation, revoke } from "#server/console/reviews/approvals.ts";
import { assign, claim, claimNext, releaseClaim } from "#server/console/reviews/claims.ts";
import { decide, decision } from "#server/console/reviews/decide-submission.ts";
import { findNeighbours } from "#server/console/reviews/find-neighbours.ts";
import { readReviewContext } from "#server/console/reviews/get-review-context.ts";
import { reviewQueue } from "#server/console/reviews/list-queue.ts";
import { listReviewers } from "#server/console/reviews/list-reviewers.ts";
import { readAgreement } from "#server/console/reviews/measure-agreement.ts";
import { readGuideline, setGuideline } from "#server/console/reviews/review-guideline.ts";
import { showSubmission } from "#server/console/submissions/show-submission.ts";
import { needs, router } from "./init.ts";

/** `mine` means that the caller wrote the task or has decided; `assigned`, that the caller is the assigned reviewer. */
const turn = { mine: z.optional(z.boolean()), assigned: z.optional(z.boolean()) };
const filter = z.object({ ...reviewList.filterInput, ...turn });

export const reviewsRouter = router({
  queue: needs.read
    .input(z.object({ ...reviewList.pageInput, ...turn }).prefault({}))
    .query(({ ctx, input }) => reviewQueue(ctx.gateway, ctx.member, input)),

  neighbours: needs.read
    .input(filter.extend({ submissionId: id }))
    .query(({ ctx, input: { submissionId, ...rest } }) => findNeighbours(ctx.gateway, ctx.member, submissionId, rest)),

  context: needs.read
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => readReviewContext(ctx.gateway, ctx.member, input.submissionId)),

  claim: needs.decide
    .meta({ uncounted: true })
    .input(z.object({ submissionId: id }))
    .mutation(({ ctx, input }) => claim(ctx.gateway, ctx.member, input.submissionId)),

  claimNext: needs.decide
    .input(filter.extend({ skipped: z.optional(z.array(id).max(MAX_SKIPPED)) }).prefault({}))
    .mutation(({ ctx, input }) => claimNext(ctx.gateway, ctx.member, input)),

  /** A null `reviewerId` removes the assignment. */
  assign: needs.review
    .input(z.object({ submissionId: id, reviewerId: z.nullable(actorId) }))
    .mutation(async ({ ctx, input }) => {
      await assign(ctx.gateway, ctx.member, input.submissionId, input.reviewerId);
      return { assigned: true };
    }),

  reviewers: needs.read.query(({ ctx }) => listReviewers(ctx.gateway)),

  agreement: needs.read.query(({ ctx }) => readAgreement(ctx.gateway)),

  guideline: needs.read.query(({ ctx }) => readGuideline(ctx.gateway.database.orm)),

  setGuideline: needs.administer
    .input(z.object({ text: note }))
    .mutation(({ ctx, input }) => setGuideline(ctx.gateway, ctx.member, input.text)),

  release: needs.decide
    .meta({ uncounted: true })
    .input(z.object({ submissionId: id }))
    .mutation(({ ctx, input }) => releaseClaim(ctx.gateway.database, ctx.member, input.submissionId)),

  decide: needs.decide
    .input(decision)
    .mutation(async ({ ctx, input }) => showSubmission(await decide(ctx.gateway, ctx.member, input))),

  revoke: needs.revoke.input(revocation).mutation(({ ctx, input }) => revoke(ctx.gateway, ctx.member, input)),
});
