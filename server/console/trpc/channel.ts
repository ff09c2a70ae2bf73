import { z } from "zod";
import { id } from "#lib/domain/identifiers.ts";
import { ORGANISATION, webhookForm } from "#lib/domain/webhooks.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { sendTest } from "#server/console/webhooks/add-deliveries.ts";
import { removeWebhook, setWebhook, showWebhook } from "#server/console/webhooks/webhook-settings.ts";
import { needs, router } from "./init.ts";

const owned = z.strictObject({ owner: z.union([id, z.literal(ORGANISATION)]).default(ORGANISATION) });

/** The webhook of the organisation, or of the API key with the id `owner`. */
export const channelRouter = router({
  get: needs.administer.input(owned).query(({ ctx, input }) => showWebhook(ctx.gateway, input.owner)),

  /** Returns the signing secret, which is shown only once; null for Slack. */
  set: needs.administer
    .input(owned.extend(webhookForm.shape))
    .mutation(({ ctx, input }) => setWebhook(ctx.gateway, memberActor(ctx.member), input, ctx.work)),

  remove: needs.administer
    .input(owned)
    .mutation(({ ctx, input }) => removeWebhook(ctx.gateway, memberActor(ctx.member), input.owner)),

  test: needs.administer.input(owned).mutation(({ ctx, input }) => sendTest(ctx.gateway, input.owner)),
});
