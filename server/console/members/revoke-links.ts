import { and, isNull, type SQL } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Revokes the unused links that match a condition. The caller appends the audit event. */
export async function revokeLinks({ now }: Pick<ConsoleContext, "now">, transaction: Drizzle, which: SQL | undefined) {
  const { usedAt, revokedAt } = invitations;
  await transaction
    .update(invitations)
    .set({ revokedAt: now() })
    .where(and(which, isNull(usedAt), isNull(revokedAt)));
}
