import { and, eq, isNull } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { takeLock } from "#server/db/locks.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Changes of members, their roles and their links come one after another, in however many processes. */
export async function lockMembers(transaction: Drizzle): Promise<void> {
  await takeLock(transaction, "members");
}

/** Under the lock, after a change: refuses it where nobody is left who could undo it. */
export async function requireAdmin(transaction: Drizzle): Promise<void> {
  if (await hasAdmin(transaction)) return;
  throw new GatewayError("CONFLICT", {
    message: "This is the last administrator. Give somebody else that role first.",
  });
}

/** Is there an administrator who may sign in? */
export async function hasAdmin(transaction: Drizzle): Promise<boolean> {
  const [admin] = await transaction
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.role, "admin"), isNull(members.disabledAt)))
    .limit(1);
  return admin !== undefined;
}
