import { z } from "zod";
import { note, revocationReason } from "#lib/console/fields.ts";
import { actorId, digest, id } from "#lib/console/identifiers.ts";
import { reviewFilterInput } from "#lib/console/review-filter.ts";
import { CHECKS, GRANTS, VERDICTS } from "#lib/console/reviews.ts";
import { readAgreement } from "#server/services/reviews/agreement.ts";
import { assign } from "#server/services/reviews/assign.ts";
import { claim } from "#server/services/reviews/claim.ts";
import { claimNext } from "#server/services/reviews/claim-next.ts";
import { decide } from "#server/services/reviews/decide.ts";
import { listReviewers } from "#server/services/reviews/list-reviewers.ts";
import { findNeighbours } from "#server/services/reviews/neighbours.ts";
import { reviewQueue } from "#server/services/reviews/queue.ts";
import { releaseClaim } from "#server/services/reviews/release-claim.ts";
import { readReviewContext } from "#server/services/reviews/review-context.ts";
import { revoke } from "#server/services/reviews/revoke.ts";
import { showSubmission } from "#server/services/submissions/show.ts";
import { assignerProcedure, memberProcedure, reviewerProcedure, revokerProcedure, router } from "./init.ts";
import { limit } from "./inputs.ts";

const verdict = z.enum(VERDICTS);
const filter = z.object(reviewFilterInput);

export const reviewsRouter = router({
  queue: memberProcedure
    .input(filter.extend({ after: z.optional(id), limit }).prefault({}))
    .query(({ ctx, input }) => reviewQueue(ctx.gateway, ctx.member, input)),

  /** What comes before and after a submission in the queue: the ways on from the one that is open. */
  neighbours: memberProcedure
    .input(filter.extend({ submissionId: id }))
    .query(({ ctx, input: { submissionId, ...rest } }) => findNeighbours(ctx.gateway, ctx.member, submissionId, rest)),

  /** The review context of a submission: findings, revisions, contents to compare with, active grants. */
  context: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => readReviewContext(ctx.gateway, ctx.member, input.submissionId)),

  claim: reviewerProcedure
    .meta({ uncounted: true })
    .input(z.object({ submissionId: id }))
    .mutation(({ ctx, input }) => claim(ctx.gateway, ctx.member, input.submissionId)),

  /** The next submission for the caller, claimed; null: there is none. */
  claimNext: reviewerProcedure
    .input(filter.prefault({}))
    .mutation(({ ctx, input }) => claimNext(ctx.gateway, ctx.member, input)),

  /** Says who is to decide; null: anybody. */
  assign: assignerProcedure
    .input(z.object({ submissionId: id, reviewerId: z.nullable(actorId) }))
    .mutation(async ({ ctx, input }) => {
      await assign(ctx.gateway, ctx.member, input.submissionId, input.reviewerId);
      return { assigned: true };
    }),

  /** To whom a submission can be assigned. */
  reviewers: memberProcedure.query(({ ctx }) => listReviewers(ctx.gateway.database)),

  /** Who decided how much, and how far reviewers agree. */
  agreement: memberProcedure.query(({ ctx }) => readAgreement(ctx.gateway.database)),

  release: reviewerProcedure
    .meta({ uncounted: true })
    .input(z.object({ submissionId: id }))
    .mutation(({ ctx, input }) => releaseClaim(ctx.gateway.database, ctx.member, input.submissionId)),

  decide: reviewerProcedure
    .input(
      z.object({
        submissionId: id,
        seen: z.object({ taskId: digest, inputId: digest }),
        binding: verdict,
        quality: verdict,
        checklist: z.record(z.enum(CHECKS.map(({ name }) => name)), z.boolean()),
        note: z.optional(note),
      }),
    )
    .mutation(async ({ ctx, input }) => showSubmission(await decide(ctx.gateway, ctx.member, input))),

  revoke: revokerProcedure
    .input(
      z.object({
        kind: z.enum(GRANTS),
        taskId: digest,
        inputId: z.optional(digest),
        reason: revocationReason,
      }),
    )
    .mutation(({ ctx, input }) => revoke(ctx.gateway, ctx.member, input)),
});
