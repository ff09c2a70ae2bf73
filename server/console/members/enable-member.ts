import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { findMemberById } from "./find-member-by-id.ts";
import { lockMembers } from "./lock-members.ts";

/** Lets a disabled member sign in again, with the old password and role. Does not restore ended sessions. */
export async function enableMember(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  memberId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const { disabledAt } = await findMemberById(transaction, memberId);
    if (disabledAt === null) return;
    await transaction
      .update(members)
      .set({ disabledAt: null, updatedAt: gateway.now() })
      .where(eq(members.id, memberId));
    await gateway.events.appendIn(transaction, actor, { kind: "member.enabled", member_id: memberId });
  });
}
