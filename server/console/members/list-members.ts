import { and, asc, desc, eq, gt, isNull, max, sql } from "drizzle-orm";
import type { LinkPurpose, Role } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { accounts, invitations, members } from "#server/db/member-schema.ts";

export interface ListedMember {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly addedAt: string;
  /** Null before the first sign-in. */
  readonly lastSignInAt: string | null;
  /** Null if enabled. */
  readonly disabledAt: string | null;
}

/** A one-time link that can still be used. Has no URL, because the token is not stored. */
export interface ListedInvitation {
  readonly invitationId: string;
  readonly purpose: LinkPurpose;
  /** Empty if the person enters an e-mail address when joining. */
  readonly email: string;
  readonly role: Role | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface MemberList {
  readonly members: readonly ListedMember[];
  readonly invitations: readonly ListedInvitation[];
}

/** Returns all members, sorted by name, and all open links, newest first. */
export async function listMembers({ database, now }: Pick<ConsoleContext, "database" | "now">): Promise<MemberList> {
  const { id, name, email, role, createdAt, disabledAt } = members;
  const lastSignInAt = max(sql`case when ${accounts.updatedAt} > ${accounts.createdAt} then ${accounts.updatedAt} end`);
  const people = await database.orm
    .select({ id, name, email, role, createdAt, disabledAt, lastSignInAt: lastSignInAt.mapWith(accounts.updatedAt) })
    .from(members)
    .leftJoin(accounts, eq(accounts.userId, id))
    .groupBy(id)
    .orderBy(asc(sql`lower(${name})`), asc(id));
  const open = await database.orm
    .select()
    .from(invitations)
    .where(and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now())))
    .orderBy(desc(invitations.createdAt));
  return {
    members: people.map((member) => ({
      memberId: member.id,
      name: member.name,
      email: member.email,
      role: member.role,
      addedAt: member.createdAt.toISOString(),
      lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
      disabledAt: member.disabledAt?.toISOString() ?? null,
    })),
    invitations: open.map((link) => ({
      invitationId: link.id,
      purpose: link.purpose,
      email: link.email,
      role: link.role,
      createdAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    })),
  };
}
