import { discardDraft, draftToSave, getDraft, listDrafts, saveDraft } from "#server/console/drafts/drafts.ts";
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
