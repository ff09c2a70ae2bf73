import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { v7 as uuid } from "uuid";
import type { Role } from "#lib/domain/members.ts";
import { personAddress } from "#lib/person-address.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { setPassword } from "./set-password.ts";

export interface NewMember {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly password: string;
}

/** Adds a member with a password and appends the audit event. Returns the member's id. */
export async function addMember(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  { password, ...member }: NewMember,
): Promise<string> {
  const id = uuid();
  await insertMember(gateway, transaction, { ...member, id, passwordHash: await hashPassword(password) });
  await gateway.events.appendIn(transaction, actor, {
    kind: "member.added",
    member_id: id,
    role: member.role,
    address: personAddress(member.email),
  });
  return id;
}

/** Inserts a member. The e-mail address counts as verified, because an administrator entered it or issued the link. */
export async function insertMember(
  gateway: Pick<ConsoleContext, "now">,
  transaction: Drizzle,
  { passwordHash, ...member }: Omit<NewMember, "password"> & { readonly id: string; readonly passwordHash: string },
): Promise<void> {
  await transaction.insert(members).values({
    ...member,
    personAddress: personAddress(member.email),
    emailVerified: true,
  });
  await setPassword(gateway, transaction, member, passwordHash);
}

/** Returns a password of 144 random bits. */
export function makePassword(): string {
  return randomBytes(18).toString("base64url");
}
