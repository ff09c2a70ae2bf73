import { z } from "zod";
import { words } from "#lib/words.ts";
import { hideVerdicts } from "#server/records/hide-verdicts.ts";
import { listRecords } from "#server/records/list.ts";
import { readLinks } from "#server/records/read-links.ts";
import { verifyChain } from "#server/records/verify-chain.ts";
import { watchVerification } from "#server/records/watch-verification.ts";
import { memberProcedure, router } from "./init.ts";
import { digest, id, instant, page } from "./inputs.ts";

export const recordsRouter = router({
  list: memberProcedure
    .input(
      z
        .object({
          kind: words(64).optional(),
          kinds: z.array(words(64)).min(1).max(20).optional(),
          code: words(64).optional(),
          requestId: id.optional(),
          actorId: words(100).optional(),
          release: words(200).optional(),
          taskId: digest.optional(),
          from: instant.optional(),
          before: instant.optional(),
          ...page,
        })
        .prefault({}),
    )
    .query(async ({ ctx, input }) => {
      const { database } = ctx.gateway;
      return hideVerdicts(database, ctx.member, await listRecords(database, input));
    }),

  /** Recomputes the whole chain and holds it against the signed checkpoints. */
  verify: memberProcedure.query(({ ctx }) => verifyChain(readLinks(ctx.gateway.database), ctx.gateway.checkpoints)),

  /** The same, telling how far it is: `{events, total}` now and then, and at last `{report}`. */
  watchVerify: memberProcedure.subscription(({ ctx, signal }) => watchVerification(ctx.gateway, signal)),
});
