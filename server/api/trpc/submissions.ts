import { z } from "zod";
import { id } from "#lib/console/identifiers.ts";
import { submissionFilterInput } from "#lib/console/submission-filter.ts";
import { validate } from "#server/services/reviews/validate.ts";
import { getSubmission } from "#server/services/submissions/get.ts";
import { importSubmissions } from "#server/services/submissions/import.ts";
import { listSubmissions } from "#server/services/submissions/list.ts";
import { nameAuthors } from "#server/services/submissions/name-authors.ts";
import { readOwnWork } from "#server/services/submissions/own-work.ts";
import { showSubmission } from "#server/services/submissions/show.ts";
import { aboutSubmission, submit } from "#server/services/submissions/submit.ts";
import { withdraw } from "#server/services/submissions/withdraw.ts";
import { memberProcedure, router } from "./init.ts";
import { limit } from "./inputs.ts";
import { readSentMember, readSentRequest } from "./sent-request.ts";

export const submissionsRouter = router({
  /** A mutation, because a request of up to 32 KiB is too long for an address. */
  validate: memberProcedure
    .meta({ uncounted: true })
    .input(z.unknown())
    .mutation(({ ctx, input, batchIndex }) =>
      validate(ctx.gateway, () => readSentRequest({ body: ctx.body, batchIndex, input })),
    ),

  submit: memberProcedure
    .input(aboutSubmission.extend({ request: z.unknown(), supersedes: z.optional(id) }))
    .mutation(async ({ ctx, input, batchIndex }) => {
      const ordered = readSentMember({ body: ctx.body, batchIndex, input });
      return showSubmission(await submit(ctx.gateway, ctx.member, { ...input, ...ordered }));
    }),

  import: memberProcedure
    .input(z.object({ jsonl: z.string() }))
    .mutation(({ ctx, input }) => importSubmissions(ctx.gateway, ctx.member, input.jsonl.split("\n"), ctx.signal)),

  get: memberProcedure
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => getSubmission(ctx.gateway, ctx.member, input.submissionId)),

  list: memberProcedure
    .input(
      z
        .object({
          ...submissionFilterInput,
          limit,
        })
        .prefault({}),
    )
    .query(async ({ ctx, input }) => {
      const { database } = ctx.gateway;
      const page = await listSubmissions(database, input);
      return { ...page, submissions: await nameAuthors(database, page.submissions) };
    }),

  /** What waits for this member. */
  ownWork: memberProcedure.query(({ ctx }) => readOwnWork(ctx.gateway.database, ctx.member)),

  withdraw: memberProcedure
    .input(z.object({ submissionId: id }))
    .mutation(async ({ ctx, input }) => showSubmission(await withdraw(ctx.gateway, ctx.member, input.submissionId))),
});
