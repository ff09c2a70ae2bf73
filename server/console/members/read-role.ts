import { and, eq, isNull } from "drizzle-orm";
import type { Member, Role } from "#lib/domain/members.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/**
 * A member's role, read and held in this transaction: whoever was demoted since the request came in does not act by the
 * role that they had. Undefined for a disabled member.
 */
export async function readRole(transaction: Drizzle, { id }: Pick<Member, "id">): Promise<Role | undefined> {
  const isEnabled = and(eq(members.id, id), isNull(members.disabledAt));
  const [member] = await transaction.select({ role: members.role }).from(members).where(isEnabled).for("share");
  return member?.role;
}
