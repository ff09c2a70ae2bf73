import { and, asc, desc, eq, gt, isNull, max, sql } from "drizzle-orm";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { accounts, invitations, members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";

/** Returns all members, sorted by name, and all open links, newest first. */
export async function listMembers({ database, now }: Pick<ConsoleContext, "database" | "now">) {
  const [people, open] = [await readMembers(database), await readInvitations(database, now())];
  return { members: people.map(isoDates), invitations: open.map(isoDates) };
}

/** `lastSignInAt` is null before the first sign-in. */
function readMembers({ orm }: Database) {
  const { id: memberId, name, email, role, createdAt: addedAt, disabledAt } = members;
  const lastSignInAt = max(
    sql`case when ${accounts.updatedAt} > ${accounts.createdAt} then ${accounts.updatedAt} end`,
  ).mapWith(accounts.updatedAt);
  return orm
    .select({ memberId, name, email, role, addedAt, disabledAt, lastSignInAt })
    .from(members)
    .leftJoin(accounts, eq(accounts.userId, memberId))
    .groupBy(memberId)
    .orderBy(asc(sql`lower(${name})`), asc(memberId));
}

/** Omits the URLs, because tokens are not stored. `email` is empty if the person enters it when joining. */
function readInvitations({ orm }: Database, now: Date) {
  const { id: invitationId, purpose, email, role, createdAt, expiresAt, usedAt, revokedAt } = invitations;
  return orm
    .select({ invitationId, purpose, email, role, createdAt, expiresAt })
    .from(invitations)
    .where(and(isNull(usedAt), isNull(revokedAt), gt(expiresAt, now)))
    .orderBy(desc(createdAt));
}
