import { and, eq, isNull } from "drizzle-orm";
import type { Member, Role } from "#lib/domain/members.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/**
 * Returns a member's current role, undefined if the member is disabled. Locks the member's row until the transaction
 * ends, so that a member who is demoted during the request cannot act with the old role.
 */
export async function readRole(transaction: Drizzle, { id }: Pick<Member, "id">): Promise<Role | undefined> {
  const isEnabled = and(eq(members.id, id), isNull(members.disabledAt));
  const [member] = await transaction.select({ role: members.role }).from(members).where(isEnabled).for("share");
  return member?.role;
}
