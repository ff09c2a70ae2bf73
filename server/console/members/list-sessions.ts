import { and, desc, eq, gt } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { sessions } from "#server/db/member-schema.ts";

/** Omits the session token. */
export interface ListedSession {
  readonly sessionId: string;
  /** Whether this is the session of the current request. */
  readonly current: boolean;
  readonly signedInAt: string;
  readonly expiresAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Returns the member's own unexpired sessions, newest first. */
export async function listSessions(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  member: SignedIn,
): Promise<ListedSession[]> {
  const { id, userId, createdAt, expiresAt, ipAddress, userAgent } = sessions;
  const rows = await database.orm
    .select({ id, createdAt, expiresAt, ipAddress, userAgent })
    .from(sessions)
    .where(and(eq(userId, member.id), gt(expiresAt, now())))
    .orderBy(desc(createdAt));
  return rows.map((row) => ({
    sessionId: row.id,
    current: row.id === member.sessionId,
    signedInAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    address: row.ipAddress === "" ? null : row.ipAddress,
    userAgent: row.userAgent === "" ? null : row.userAgent,
  }));
}
