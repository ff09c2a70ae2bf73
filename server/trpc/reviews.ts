import { z } from "zod";
import { words } from "#lib/words.ts";
import { decide } from "#server/reviews/decide.ts";
import { reviewQueue } from "#server/reviews/queue.ts";
import { readDossier } from "#server/reviews/read-dossier.ts";
import { revoke } from "#server/reviews/revoke.ts";
import { nameAuthors } from "#server/submissions/name-authors.ts";
import { showSubmission } from "#server/submissions/show.ts";
import { memberProcedure, reviewerProcedure, revokerProcedure, router } from "./init.ts";
import { digest, id, limit } from "./inputs.ts";

const verdict = z.enum(["approve", "changes", "reject"]);

export const reviewsRouter = router({
  queue: memberProcedure.input(z.object({ limit }).prefault({})).query(async ({ ctx, input }) => {
    const { database } = ctx.gateway;
    return nameAuthors(database, await reviewQueue(database, ctx.member, input.limit));
  }),

  /** Findings, kin, contents to compare with, and what is in force: what one judges a submission by. */
  dossier: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => readDossier(ctx.gateway, ctx.member, input.submissionId)),

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
