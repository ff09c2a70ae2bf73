import { z } from "zod";
import { submissionTitle } from "#lib/console/fields.ts";
import { id } from "#lib/console/identifiers.ts";
import { discardDraft } from "#server/services/drafts/discard.ts";
import { getDraft } from "#server/services/drafts/get.ts";
import { listDrafts } from "#server/services/drafts/list.ts";
import { saveDraft } from "#server/services/drafts/save.ts";
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
