import { z } from "zod";
import { submissionList } from "#lib/console/filters.ts";
import { actorId, digest, id } from "#lib/domain/identifiers.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { validate } from "#server/console/reviews/validate-request.ts";
import { getSubmission } from "#server/console/submissions/get-submission.ts";
import { importSubmissions } from "#server/console/submissions/import-submissions.ts";
import { readOwnWork } from "#server/console/submissions/list-own-work.ts";
import { listSubmissions } from "#server/console/submissions/list-submissions.ts";
import { nameAuthors } from "#server/console/submissions/name-authors.ts";
import { showSubmission } from "#server/console/submissions/show-submission.ts";
import { aboutSubmission, submit } from "#server/console/submissions/submit-request.ts";
import { withdraw } from "#server/gateway/submissions/withdraw-submission.ts";
import { needs, router } from "./init.ts";
import { readSentMember, readSentRequest } from "./sent-request.ts";

export const submissionsRouter = router({
  /** A mutation, because a request of up to 32 KiB is too long for a URL. */
  validate: needs.read
    .meta({ uncounted: true })
    .input(z.unknown())
    .mutation(({ ctx, input, batchIndex }) =>
      validate(ctx.gateway, () => readSentRequest({ body: ctx.body, batchIndex, input })),
    ),

  submit: needs.submit
    .input(aboutSubmission.extend({ request: z.unknown(), supersedes: z.optional(id) }))
    .mutation(async ({ ctx, input, batchIndex }) => {
      const valid = readSentMember({ body: ctx.body, batchIndex, input });
      return showSubmission(await submit(ctx.gateway, ctx.member, { ...input, valid }));
    }),

  import: needs.submit
    .input(z.object({ jsonl: z.string(), preview: z.optional(z.boolean()) }))
    .mutation(({ ctx, input: { jsonl, preview } }) =>
      importSubmissions(ctx.gateway, ctx.member, async () => jsonl, ctx.work, { preview }),
    ),

  get: needs.read
    .input(z.object({ submissionId: id }))
    .query(({ ctx, input }) => getSubmission(ctx.gateway, ctx.member, input.submissionId)),

  list: needs.read
    .input(
      z.object({ ...submissionList.pageInput, authorId: z.optional(actorId), taskId: z.optional(digest) }).prefault({}),
    )
    .query(async ({ ctx, input }) => {
      const { database } = ctx.gateway;
      const page = await listSubmissions(database, input);
      return { ...page, submissions: await nameAuthors(database, page.submissions) };
    }),

  /** Returns the submissions that need an action by the caller. */
  ownWork: needs.read.query(({ ctx }) => readOwnWork(ctx.gateway, ctx.member)),

  withdraw: needs.submit
    .input(z.object({ submissionId: id }))
    .mutation(async ({ ctx, input }) =>
      showSubmission(await withdraw(ctx.gateway, memberActor(ctx.member), input.submissionId)),
    ),
});
