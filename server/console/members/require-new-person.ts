import { eq } from "drizzle-orm";
import { personAddress } from "#lib/person-address.ts";
import { GatewayError } from "#server/base/errors.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Throws CONFLICT if a member has this address or another spelling of it. Call it under `lockMembers`. */
export async function requireNewPerson(transaction: Drizzle, email: string): Promise<void> {
  const [member] = await transaction
    .select({ email: members.email })
    .from(members)
    .where(eq(members.personAddress, personAddress(email)));
  if (member === undefined) return;
  const message =
    member.email === email
      ? "A member has this address already."
      : `This address and ${member.email}, a member's, belong to one person. A person has one account: change its role.`;
  throw new GatewayError("CONFLICT", { message });
}
