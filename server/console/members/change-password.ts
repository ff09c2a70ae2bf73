import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq, ne } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { accounts, sessions } from "#server/db/member-schema.ts";
import { lockMembers } from "./lock-members.ts";
import { setPassword } from "./set-password.ts";

/** Maximum attempts per minute, so that nobody can guess the password in an unattended session. */
const TRIES = 10;

/**
 * Changes the member's own password, and ends the member's other sessions and open links. Throws FORBIDDEN if the current password is
 * wrong or the member has no password, RATE_LIMITED after too many attempts.
 */
export async function changePassword(
  gateway: Pick<ConsoleContext, "database" | "events" | "rateLimit" | "now">,
  member: SignedIn,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> {
  const { allowed, resetSeconds } = await gateway.rateLimit.count(`password:${member.id}`, TRIES);
  const wholeMessage = "You have tried to change your password too often. Wait a minute, then try again.";
  if (!allowed) throw new GatewayError("RATE_LIMITED", { wholeMessage, retryAfter: resetSeconds });
  const [account] = await gateway.database.orm
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, member.id), eq(accounts.providerId, "credential")));
  const hash = account?.hash ?? null;
  if (hash === null || !(await verifyPassword({ hash, password: current }))) {
    throw new GatewayError("FORBIDDEN", { message: "The current password is wrong." });
  }
  const passwordHash = await hashPassword(next);
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    await setPassword(gateway, transaction, member, passwordHash);
    await transaction.delete(sessions).where(and(eq(sessions.userId, member.id), ne(sessions.id, member.sessionId)));
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "member.password_set",
      member_id: member.id,
    });
  });
}
