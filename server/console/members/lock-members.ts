import { and, eq, isNull } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { takeLock } from "#server/db/locks.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Serialises changes to members, roles and links across processes until the transaction ends. */
export async function lockMembers(transaction: Drizzle): Promise<void> {
  await takeLock(transaction, "members");
}

/** Throws CONFLICT if no enabled administrator is left. Call it under `lockMembers`, after the change. */
export async function requireAdmin(transaction: Drizzle): Promise<void> {
  if (await hasAdmin(transaction)) return;
  throw new GatewayError("CONFLICT", {
    message: "This is the last administrator. Make another member an administrator first.",
  });
}

/** Whether an enabled administrator exists. */
export async function hasAdmin(transaction: Drizzle): Promise<boolean> {
  const [admin] = await transaction
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.role, "admin"), isNull(members.disabledAt)))
    .limit(1);
  return admin !== undefined;
}
