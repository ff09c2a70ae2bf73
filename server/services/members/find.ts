import { eq } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import { GatewayError } from "#server/errors.ts";
import { members } from "#server/infra/db/member-schema.ts";
import type { Drizzle } from "#server/infra/db/open.ts";

export interface FoundMember extends Member {
  readonly disabledAt: Date | null;
}

export async function findMemberById(transaction: Drizzle, memberId: string): Promise<FoundMember> {
  const { id, name, email, role, disabledAt } = members;
  const [member] = await transaction
    .select({ id, name, email, role, disabledAt })
    .from(members)
    .where(eq(id, memberId));
  if (member === undefined) throw new GatewayError("NOT_FOUND", { message: "There is no such member." });
  return member;
}
