import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { personalTokens } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Matches the personal tokens of a member that are neither expired nor revoked. */
export function isLive(memberId: string, now: Date): SQL | undefined {
  const { memberId: owner, revokedAt, expiresAt } = personalTokens;
  return and(eq(owner, memberId), isNull(revokedAt), gt(expiresAt, now));
}

/** Revokes the personal tokens that match a condition, and appends an audit event for each. */
export async function revokeTokens(
  { events, now }: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  which: SQL | undefined,
): Promise<void> {
  const { id, memberId } = personalTokens;
  const revoked = await transaction
    .update(personalTokens)
    .set({ revokedAt: now() })
    .where(which)
    .returning({ id, memberId });
  for (const token of revoked)
    await events.appendIn(transaction, actor, { kind: "token.revoked", token_id: token.id, member_id: token.memberId });
}
