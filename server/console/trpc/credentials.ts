import { z } from "zod";
import { id } from "#lib/domain/identifiers.ts";
import { memberActor } from "#server/audit/log/event.ts";
import {
  changeCredential,
  credentialChange,
  issueCredential,
  listCredentials,
  newCredential,
  revokeCredential,
  rotateCredential,
  takeOverCredential,
} from "#server/console/credentials/credentials.ts";
import { readCredentialUsage } from "#server/console/usage/read-usage.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { needs, router } from "./init.ts";

const MONTH_SECONDS = 31 * 24 * 3600;

export const credentialsRouter = router({
  issue: needs.administer
    .input(newCredential)
    .mutation(({ ctx, input }) =>
      inTransaction(ctx.gateway.database, (transaction) =>
        issueCredential(ctx.gateway, transaction, memberActor(ctx.member), input),
      ),
    ),

  usage: needs.administer.query(({ ctx }) => readCredentialUsage(ctx.gateway)),

  change: needs.administer
    .input(credentialChange)
    .mutation(({ ctx, input }) => changeCredential(ctx.gateway, memberActor(ctx.member), input)),

  rotate: needs.administer
    .input(z.object({ credentialId: id, overlapSeconds: z.number().int().min(0).max(MONTH_SECONDS).default(3600) }))
    .mutation(({ ctx, input }) => rotateCredential(ctx.gateway, memberActor(ctx.member), input)),

  revoke: needs.administer
    .input(z.object({ credentialId: id }))
    .mutation(({ ctx, input }) => revokeCredential(ctx.gateway, memberActor(ctx.member), input.credentialId)),

  takeOver: needs.administer
    .input(z.object({ credentialId: id }))
    .mutation(({ ctx, input }) => takeOverCredential(ctx.gateway, memberActor(ctx.member), input.credentialId)),

  list: needs.administer.query(({ ctx }) => listCredentials(ctx.gateway)),
});
