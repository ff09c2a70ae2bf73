import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { accounts } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { linksOf, revokeLinks } from "./revoke-links.ts";

/** Sets a member's password and revokes the member's open links. Call under `lockMembers`; append the audit event. */
export async function setPassword(
  gateway: Pick<ConsoleContext, "now">,
  transaction: Drizzle,
  member: Pick<Member, "id" | "email">,
  password: string,
): Promise<void> {
  const changed = await transaction
    .update(accounts)
    .set({ password })
    .where(and(eq(accounts.userId, member.id), eq(accounts.providerId, "credential")))
    .returning({ id: accounts.id });
  if (changed.length === 0) {
    const account = { id: uuid(), userId: member.id, accountId: member.id, providerId: "credential", password };
    await transaction.insert(accounts).values(account);
  }
  await revokeLinks(gateway, transaction, linksOf(member));
}
