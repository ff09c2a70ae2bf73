import { z } from "zod";
import { ERASED_THINGS, ERASURE_RULE_NAMES, HELD_THINGS } from "#lib/domain/erasures.ts";
import { requiredText } from "#lib/domain/fields.ts";
import { actorId, id } from "#lib/domain/identifiers.ts";
import { MAX_NOTE } from "#lib/domain/limits.ts";
import { confirmErasure, listErasures, requestErasure, withdrawErasure } from "#server/console/erasure/erasures.ts";
import { findContent } from "#server/console/erasure/find-content.ts";
import { liftHold, listHolds, setHold } from "#server/console/erasure/holds.ts";
import { getRetention, previewRetention, setRetention } from "#server/console/erasure/retention.ts";
import { needs, router } from "./init.ts";

const { administer } = needs;
const one = z.object({ erasureId: id });
const request = z.object({ thing: z.enum(ERASED_THINGS), subjectId: actorId, rule: z.enum(ERASURE_RULE_NAMES) });
const sought = z.object({ text: requiredText(200, "Enter a text.") });
const note = requiredText(MAX_NOTE, "Enter the reason.");
const hold = z.object({ thing: z.enum(HELD_THINGS), subjectId: actorId, note });
const lifted = z.object({ holdId: id, note });
const days = z.int().min(1).max(3_650).nullable();
const rules = z.object({ submissions_days: days, records_days: days });

export const erasuresRouter = router({
  list: administer.query(({ ctx }) => listErasures(ctx.gateway.database)),
  find: administer.input(sought).query(({ ctx, input }) => findContent(ctx.gateway.database, input.text)),
  request: administer.input(request).mutation(({ ctx, input }) => requestErasure(ctx.gateway, ctx.member, input)),
  confirm: administer.input(one).mutation(({ ctx, input }) => confirmErasure(ctx.gateway, ctx.member, input.erasureId)),
  withdraw: administer
    .input(one)
    .mutation(({ ctx, input }) => withdrawErasure(ctx.gateway, ctx.member, input.erasureId)),
  holds: administer.query(({ ctx }) => listHolds(ctx.gateway.database)),
  setHold: administer.input(hold).mutation(({ ctx, input }) => setHold(ctx.gateway, ctx.member, input)),
  liftHold: administer.input(lifted).mutation(({ ctx, input }) => liftHold(ctx.gateway, ctx.member, input)),
  retention: administer.query(({ ctx }) => getRetention(ctx.gateway)),
  previewRetention: administer.input(rules).query(({ ctx, input }) => previewRetention(ctx.gateway, input)),
  setRetention: administer.input(rules).mutation(({ ctx, input }) => setRetention(ctx.gateway, ctx.member, input)),
});
