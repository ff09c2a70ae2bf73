import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

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
