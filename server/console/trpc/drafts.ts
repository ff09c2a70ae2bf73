import { z } from "zod";
import { submissionTitle } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import { discardDraft } from "#server/console/drafts/discard-draft.ts";
import { getDraft } from "#server/console/drafts/get-draft.ts";
import { listDrafts } from "#server/console/drafts/list-drafts.ts";
import { saveDraft } from "#server/console/drafts/save-draft.ts";
import { memberProcedure, router } from "./init.ts";

const which = z.object({ draftId: id });
const replaces = z.array(z.nullable(id)).max(32);

export const draftsRouter = router({
  save: memberProcedure
    .meta({ uncounted: true })
    .input(
      which.extend({
        title: submissionTitle,
        content: z.string().refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
        saveId: id,
        replaces,
      }),
    )
    .mutation(({ ctx, input }) => saveDraft(ctx.gateway, ctx.member, input)),

  get: memberProcedure
    .input(which)
    .query(({ ctx, input }) => getDraft(ctx.gateway.database, ctx.member, input.draftId)),

  list: memberProcedure.query(({ ctx }) => listDrafts(ctx.gateway.database, ctx.member)),

  discard: memberProcedure
    .input(which.extend({ replaces }))
    .mutation(({ ctx, input }) => discardDraft(ctx.gateway.database, ctx.member, input)),
});
