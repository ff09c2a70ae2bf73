import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { hashToken } from "./link-token.ts";

export type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/**
 * Returns the link with this token if it can still be used, otherwise undefined. Callers cannot tell unknown, used,
 * revoked and expired links apart. Its `email` is empty if the person enters an e-mail address when joining.
 */
export async function findLink(orm: Drizzle, token: string, now: Date) {
  const { id, purpose, email, role, memberId, tokenHash, usedAt, revokedAt, expiresAt } = invitations;
  const [link] = await orm
    .select({ invitationId: id, purpose, email, role, memberId })
    .from(invitations)
    .where(and(eq(tokenHash, hashToken(token)), isNull(usedAt), isNull(revokedAt), gt(expiresAt, now)));
  return link;
}
