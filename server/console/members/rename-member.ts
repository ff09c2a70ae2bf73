import { eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";

/** Changes the member's own name. Earlier audit events still contain the old name. */
export async function rename(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  name: string,
): Promise<void> {
  if (name === member.name) return;
  await inTransaction(gateway.database, async (transaction) => {
    await transaction.update(members).set({ name, updatedAt: gateway.now() }).where(eq(members.id, member.id));
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "member.renamed",
      member_id: member.id,
      name,
    });
  });
}
