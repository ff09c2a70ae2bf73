import { and, eq, ne } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { sessions } from "#server/db/member-schema.ts";

/** Ends one of the member's own sessions or, without `sessionId`, all except the current session. */
export async function endSessions(
  { database }: Pick<ConsoleContext, "database">,
  member: SignedIn,
  sessionId?: string,
): Promise<void> {
  const which = sessionId === undefined ? ne(sessions.id, member.sessionId) : eq(sessions.id, sessionId);
  await database.orm.delete(sessions).where(and(eq(sessions.userId, member.id), which));
}
