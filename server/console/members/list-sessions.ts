import { and, desc, eq, gt } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { sessions } from "#server/db/member-schema.ts";

/** Returns the member's own unexpired sessions without their tokens, newest first. */
export async function listSessions({ database, now }: Pick<ConsoleContext, "database" | "now">, member: SignedIn) {
  const { id: sessionId, userId, createdAt: signedInAt, expiresAt, ipAddress: address, userAgent } = sessions;
  const rows = await database.orm
    .select({ sessionId, signedInAt, expiresAt, address, userAgent })
    .from(sessions)
    .where(and(eq(userId, member.id), gt(expiresAt, now())))
    .orderBy(desc(signedInAt));
  return rows.map((row) => ({
    ...isoDates(row),
    /** Whether this is the session of the current request. */
    current: row.sessionId === member.sessionId,
    address: row.address || null,
    userAgent: row.userAgent || null,
  }));
}
