import { z } from "zod";
import { words } from "#lib/text.ts";
import { memberActor } from "#server/infra/audit-log/event.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { issueCredential } from "#server/services/credentials/issue.ts";
import { listCredentials } from "#server/services/credentials/list.ts";
import { revokeCredential } from "#server/services/credentials/revoke.ts";
import { rotateCredential } from "#server/services/credentials/rotate.ts";
import { adminProcedure, router } from "./init.ts";
import { id, instant } from "./inputs.ts";

const MONTH_SECONDS = 31 * 24 * 3600;

export const credentialsRouter = router({
  issue: adminProcedure
    .input(
      z.object({
        name: words(100).min(1),
        ratePerMinute: z.number().int().min(1).max(10_000_000).optional(),
        expiresAt: instant.transform((value) => new Date(value)).optional(),
      }),
    )
    .mutation(({ ctx, input }) =>
      inTransaction(ctx.gateway.database, (transaction) =>
        issueCredential(ctx.gateway, transaction, memberActor(ctx.member), input),
      ),
    ),

  rotate: adminProcedure
    .input(z.object({ credentialId: id, overlapSeconds: z.number().int().min(0).max(MONTH_SECONDS).default(3600) }))
    .mutation(({ ctx, input }) => rotateCredential(ctx.gateway, memberActor(ctx.member), input)),

  revoke: adminProcedure
    .input(z.object({ credentialId: id }))
    .mutation(({ ctx, input }) => revokeCredential(ctx.gateway, memberActor(ctx.member), input.credentialId)),

  list: adminProcedure.query(({ ctx }) => listCredentials(ctx.gateway)),
});
