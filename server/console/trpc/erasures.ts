import { z } from "zod";
import { ERASED_THINGS, ERASURE_RULE_NAMES } from "#lib/domain/erasures.ts";
import { requiredText } from "#lib/domain/fields.ts";
import { actorId, id } from "#lib/domain/identifiers.ts";
import { confirmErasure, listErasures, requestErasure, withdrawErasure } from "#server/console/erasure/erasures.ts";
import { findContent } from "#server/console/erasure/find-content.ts";
import { needs, router } from "./init.ts";

const { administer } = needs;
const one = z.object({ erasureId: id });
const request = z.object({ thing: z.enum(ERASED_THINGS), subjectId: actorId, rule: z.enum(ERASURE_RULE_NAMES) });
const sought = z.object({ text: requiredText(200, "Enter a text.") });

export const erasuresRouter = router({
  list: administer.query(({ ctx }) => listErasures(ctx.gateway.database)),
  find: administer.input(sought).query(({ ctx, input }) => findContent(ctx.gateway.database, input.text)),
  request: administer.input(request).mutation(({ ctx, input }) => requestErasure(ctx.gateway, ctx.member, input)),
  confirm: administer.input(one).mutation(({ ctx, input }) => confirmErasure(ctx.gateway, ctx.member, input.erasureId)),
  withdraw: administer
    .input(one)
    .mutation(({ ctx, input }) => withdrawErasure(ctx.gateway, ctx.member, input.erasureId)),
});
