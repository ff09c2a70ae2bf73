import { eq } from "drizzle-orm";
import { personAddress } from "#lib/person-address.ts";
import { GatewayError } from "#server/base/errors.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Throws CONFLICT if a member has this e-mail address, in any spelling. Call under `lockMembers`. */
export async function requireNewPerson(transaction: Drizzle, email: string): Promise<void> {
  const [member] = await transaction
    .select({ email: members.email })
    .from(members)
    .where(eq(members.personAddress, personAddress(email)));
  if (member === undefined) return;
  const message =
    member.email === email
      ? "A member with this address already exists."
      : `This address belongs to the same person as ${member.email}, who is already a member. Change that member's role instead.`;
  throw new GatewayError("CONFLICT", { message });
}
