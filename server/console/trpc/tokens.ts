import { z } from "zod";
import { actorId } from "#lib/domain/identifiers.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { issueToken, listTokens, newToken, revokeToken } from "#server/console/members/personal-tokens.ts";
import { needs, router } from "./init.ts";

const token = z.object({ tokenId: actorId });
const owner = z.object({ memberId: actorId });

export const tokensRouter = router({
  list: needs.account.query(({ ctx }) => listTokens(ctx.gateway, ctx.member.id)),

  /** Returns the token, which is shown only once. */
  issue: needs.account.input(newToken).mutation(({ ctx, input }) => issueToken(ctx.gateway, ctx.member, input)),

  revoke: needs.account
    .input(token)
    .mutation(({ ctx, input }) =>
      revokeToken(ctx.gateway, memberActor(ctx.member), { ...input, memberId: ctx.member.id }),
    ),

  listOf: needs.administer.input(owner).query(({ ctx, input }) => listTokens(ctx.gateway, input.memberId)),

  revokeOf: needs.administer
    .input(token.extend(owner.shape))
    .mutation(({ ctx, input }) => revokeToken(ctx.gateway, memberActor(ctx.member), input)),
});
