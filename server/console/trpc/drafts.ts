import { discardDraft, draftToSave, getDraft, listDrafts, saveDraft } from "#server/console/drafts/drafts.ts";
import { needs, router } from "./init.ts";

export const draftsRouter = router({
  save: needs.submit
    .meta({ uncounted: true })
    .input(draftToSave)
    .mutation(({ ctx, input }) => saveDraft(ctx.gateway, ctx.member, input)),

  get: needs.submit
    .input(draftToSave.pick({ draftId: true }))
    .query(({ ctx, input }) => getDraft(ctx.gateway.database, ctx.member, input.draftId)),

  list: needs.submit.query(({ ctx }) => listDrafts(ctx.gateway.database, ctx.member)),

  discard: needs.submit
    .input(draftToSave.pick({ draftId: true, replaces: true }))
    .mutation(({ ctx, input }) => discardDraft(ctx.gateway.database, ctx.member, input)),
});
