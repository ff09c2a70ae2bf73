import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { v7 as uuid } from "uuid";
import type { Drizzle } from "#server/db/open.ts";
import { accounts, members } from "#server/db/schema.ts";
import type { Actor } from "#server/events/event.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Role } from "./member.ts";

export interface NewMember {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly password: string;
}

/** Adds a member who signs in with a password; answers the member's id. */
export async function addMember(
  gateway: Gateway,
  transaction: Drizzle,
  actor: Actor,
  { name, email, role, password }: NewMember,
): Promise<string> {
  const id = uuid();
  await transaction.insert(members).values({ id, name, email, role, emailVerified: true });
  await transaction.insert(accounts).values({
    id: uuid(),
    userId: id,
    accountId: id,
    providerId: "credential",
    password: await hashPassword(password),
  });
  await gateway.events.appendIn(transaction, actor, { kind: "member.added", member_id: id, role });
  return id;
}

/** A password of 144 random bits. */
export function makePassword(): string {
  return randomBytes(18).toString("base64url");
}
