import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { routes } from "#lib/console/routes.ts";
import type { Member } from "#lib/domain/members.ts";
import { sha256 } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

const LINK_HOURS = { join: 72, password: 72, session: 1 } as const;

/** Returns a token of 256 random bits: enough entropy to store only its unsalted SHA-256. */
function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

function hashToken(token: string): Buffer {
  return sha256(token);
}

export type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/**
 * Returns the link with this token or id if it can still be used, otherwise undefined. Callers cannot tell unknown, used,
 * revoked and expired links apart. Its `email` is empty if the person enters an e-mail address when joining.
 */
export async function findLink(
  orm: Drizzle,
  key: { readonly token: string } | { readonly invitationId: string },
  now: Date,
) {
  const { id, purpose, email, role, memberId, tokenHash, usedAt, revokedAt, expiresAt } = invitations;
  const which = "token" in key ? eq(tokenHash, hashToken(key.token)) : eq(id, key.invitationId);
  const [link] = await orm
    .select({ invitationId: id, purpose, email, role, memberId })
    .from(invitations)
    .where(and(which, isNull(usedAt), isNull(revokedAt), gt(expiresAt, now)));
  return link;
}

/** Context without a model, because scripts/setup.ts creates links without one. */
export type LinkMaker = Pick<ConsoleContext, "config" | "database" | "events" | "now">;

export type NewLink = Pick<typeof invitations.$inferSelect, "purpose" | "email" | "role" | "memberId" | "createdBy">;

export type MadeLink = Awaited<ReturnType<typeof makeLink>>;

/** Creates a one-time link, a URL that is shown once and never stored. The caller appends the audit event. */
export async function makeLink({ config, now }: LinkMaker, transaction: Drizzle, link: NewLink) {
  const invitationId = uuid();
  const token = makeToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LINK_HOURS[link.purpose] * 3_600_000);
  await transaction.insert(invitations).values({
    id: invitationId,
    tokenHash: hashToken(token),
    ...link,
    createdAt,
    expiresAt,
  });
  return { invitationId, link: config.consoleUrl + routes.join(token), expiresAt: expiresAt.toISOString() };
}

/** Marks a link as used. The caller appends the audit event. */
export async function spendLink(
  { now }: Pick<ConsoleContext, "now">,
  transaction: Drizzle,
  { invitationId }: Pick<OpenLink, "invitationId">,
): Promise<void> {
  await transaction.update(invitations).set({ usedAt: now() }).where(eq(invitations.id, invitationId));
}

/** Revokes the unused links that match a condition. The caller appends the audit event. */
export async function revokeLinks({ now }: Pick<ConsoleContext, "now">, transaction: Drizzle, which: SQL | undefined) {
  const { usedAt, revokedAt } = invitations;
  await transaction
    .update(invitations)
    .set({ revokedAt: now() })
    .where(and(which, isNull(usedAt), isNull(revokedAt)));
}

/** Matches the links for a member, and those that the member created: a stolen session could have created them. */
export function linksOf({ id, email }: Pick<Member, "id" | "email">): SQL | undefined {
  return or(eq(invitations.memberId, id), eq(invitations.email, email), eq(invitations.createdBy, id));
}
