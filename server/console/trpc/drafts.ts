import { discardDraft } from "#server/console/drafts/discard-draft.ts";
import { getDraft } from "#server/console/drafts/get-draft.ts";
import { listDrafts } from "#server/console/drafts/list-drafts.ts";
import { draftToSave, saveDraft } from "#server/console/drafts/save-draft.ts";
import { memberProcedure, router } from "./init.ts";

export const draftsRouter = router({
  save: memberProcedure
    .meta({ uncounted: true })
    .input(draftToSave)
    .mutation(({ ctx, input }) => saveDraft(ctx.gateway, ctx.member, input)),

  get: memberProcedure
    .input(draftToSave.pick({ draftId: true }))
    .query(({ ctx, input }) => getDraft(ctx.gateway.database, ctx.member, input.draftId)),

  list: memberProcedure.query(({ ctx }) => listDrafts(ctx.gateway.database, ctx.member)),

  discard: memberProcedure
    .input(draftToSave.pick({ draftId: true, replaces: true }))
    .mutation(({ ctx, input }) => discardDraft(ctx.gateway.database, ctx.member, input)),
});
