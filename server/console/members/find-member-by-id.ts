import { eq } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

export async function findMemberById(transaction: Drizzle, memberId: string) {
  const { id, name, email, role, disabledAt } = members;
  const [member] = await transaction
    .select({ id, name, email, role, disabledAt })
    .from(members)
    .where(eq(id, memberId));
  if (member === undefined) throw new GatewayError("NOT_FOUND", { message: "This member does not exist." });
  return member;
}
