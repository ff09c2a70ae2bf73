import { and, eq, gt, isNull } from "drizzle-orm";
import type { LinkPurpose, Role } from "#lib/domain/members.ts";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { hashToken } from "./link-token.ts";

/** A one-time link that can still be used. */
export interface OpenLink {
  readonly invitationId: string;
  readonly purpose: LinkPurpose;
  /** Empty if the person enters an e-mail address when joining. */
  readonly email: string;
  readonly role: Role | null;
  readonly memberId: string | null;
}

/**
 * Returns the open link with this token, otherwise undefined. Callers cannot tell unknown, used, revoked and expired
 * links apart.
 */
export async function findLink(orm: Drizzle, token: string, now: Date): Promise<OpenLink | undefined> {
  const { id, purpose, email, role, memberId, tokenHash, usedAt, revokedAt, expiresAt } = invitations;
  const [link] = await orm
    .select({ invitationId: id, purpose, email, role, memberId })
    .from(invitations)
    .where(and(eq(tokenHash, hashToken(token)), isNull(usedAt), isNull(revokedAt), gt(expiresAt, now)));
  return link;
}
