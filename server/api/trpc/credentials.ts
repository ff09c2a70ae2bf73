import { z } from "zod";
import { credentialName, ratePerMinute } from "#lib/console/fields.ts";
import { id, instant } from "#lib/console/identifiers.ts";
import { webhookUrl } from "#lib/console/webhooks.ts";
import { memberActor } from "#server/infra/audit-log/event.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { changeCredential } from "#server/services/credentials/change.ts";
import { issueCredential } from "#server/services/credentials/issue.ts";
import { listCredentials } from "#server/services/credentials/list.ts";
import { revokeCredential } from "#server/services/credentials/revoke.ts";
import { rotateCredential } from "#server/services/credentials/rotate.ts";
import { sendTest } from "#server/services/webhooks/add-deliveries.ts";
import { removeWebhook, setWebhook } from "#server/services/webhooks/set-webhook.ts";
import { showWebhook } from "#server/services/webhooks/show-webhook.ts";
import { adminProcedure, router } from "./init.ts";

const MONTH_SECONDS = 31 * 24 * 3600;

const expiry = z.pipe(
  instant,
  z.transform((value) => new Date(value)),
);

export const credentialsRouter = router({
  issue: adminProcedure
    .input(
      z.object({
        name: credentialName,
        ratePerMinute: z.optional(ratePerMinute),
        expiresAt: z.optional(expiry),
      }),
    )
    .mutation(({ ctx, input }) =>
      inTransaction(ctx.gateway.database, (transaction) =>
        issueCredential(ctx.gateway, transaction, memberActor(ctx.member), input),
      ),
    ),

  change: adminProcedure
    .input(
      z.object({
        credentialId: id,
        name: credentialName,
        ratePerMinute: z.nullable(ratePerMinute),
        expiresAt: z.nullable(expiry),
      }),
    )
    .mutation(({ ctx, input }) => changeCredential(ctx.gateway, memberActor(ctx.member), input)),

  rotate: adminProcedure
    .input(z.object({ credentialId: id, overlapSeconds: z.number().int().min(0).max(MONTH_SECONDS).default(3600) }))
    .mutation(({ ctx, input }) => rotateCredential(ctx.gateway, memberActor(ctx.member), input)),

  revoke: adminProcedure
    .input(z.object({ credentialId: id }))
    .mutation(({ ctx, input }) => revokeCredential(ctx.gateway, memberActor(ctx.member), input.credentialId)),

  /** Answers the secret that signs notifications, this once. */
  setWebhook: adminProcedure
    .input(z.object({ credentialId: id, url: webhookUrl }))
    .mutation(({ ctx, input }) => setWebhook(ctx.gateway, memberActor(ctx.member), input)),

  removeWebhook: adminProcedure
    .input(z.object({ credentialId: id }))
    .mutation(({ ctx, input }) => removeWebhook(ctx.gateway, memberActor(ctx.member), input.credentialId)),

  testWebhook: adminProcedure
    .input(z.object({ credentialId: id }))
    .mutation(({ ctx, input }) => sendTest(ctx.gateway, input.credentialId)),

  /** Where a credential's caller is notified, and what was sent there. */
  webhook: adminProcedure
    .input(z.object({ credentialId: id }))
    .query(({ ctx, input }) => showWebhook(ctx.gateway.database, input.credentialId)),

  list: adminProcedure.query(({ ctx }) => listCredentials(ctx.gateway)),
});
