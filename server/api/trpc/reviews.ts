import { z } from "zod";
import { words } from "#lib/text.ts";
import { claim } from "#server/services/reviews/claim.ts";
import { decide } from "#server/services/reviews/decide.ts";
import { findNeighbours } from "#server/services/reviews/neighbours.ts";
import { reviewQueue } from "#server/services/reviews/queue.ts";
import { releaseClaim } from "#server/services/reviews/release-claim.ts";
import { readReviewContext } from "#server/services/reviews/review-context.ts";
import { revoke } from "#server/services/reviews/revoke.ts";
import { showSubmission } from "#server/services/submissions/show.ts";
import { memberProcedure, reviewerProcedure, revokerProcedure, router } from "./init.ts";
import { digest, id, limit } from "./inputs.ts";

const verdict = z.enum(["approve", "changes", "reject"]);

const filter = z.object({
  taskId: digest.optional(),
  origin: z.enum(["console", "import", "caller", "first_start"]).optional(),
  mine: z.boolean().optional(),
});

export const reviewsRouter = router({
  queue: memberProcedure
    .input(filter.extend({ after: id.optional(), limit }).prefault({}))
    .query(({ ctx, input }) => reviewQueue(ctx.gateway, ctx.member, input)),

  /** What comes before and after a submission in the queue: the ways on from the one that is open. */
  neighbours: memberProcedure
    .input(filter.extend({ submissionId: id }))
    .query(({ ctx, input: { submissionId, ...rest } }) =>
      findNeighbours(ctx.gateway.database, ctx.member, submissionId, rest),
    ),

  /** Findings, kin, contents to compare with, and what is in force: what one judges a submission by. */
  dossier: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => readReviewContext(ctx.gateway, ctx.member, input.submissionId)),

  claim: reviewerProcedure
    .input(z.object({ submissionId: id }))
    .mutation(({ ctx, input }) => claim(ctx.gateway, ctx.member, input.submissionId)),

  release: reviewerProcedure
    .input(z.object({ submissionId: id }))
    .mutation(({ ctx, input }) => releaseClaim(ctx.gateway.database, ctx.member, input.submissionId)),

  decide: reviewerProcedure
    .input(
      z.object({
        submissionId: id,
        seen: z.object({ taskId: digest, inputId: digest }),
        binding: verdict,
        quality: verdict,
        checklist: z.object({
          exclusive: z.boolean(),
          decidable: z.boolean(),
          cutoff: z.boolean(),
          sources: z.boolean(),
        }),
        note: words(8_000).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => showSubmission(await decide(ctx.gateway, ctx.member, input))),

  revoke: revokerProcedure
    .input(
      z.object({
        kind: z.enum(["binding", "approval"]),
        taskId: digest,
        inputId: digest.optional(),
        reason: words(8_000).min(1),
      }),
    )
    .mutation(({ ctx, input }) => revoke(ctx.gateway, ctx.member, input)),
});
