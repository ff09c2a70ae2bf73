import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members, sessions } from "#server/db/member-schema.ts";

/**
 * Returns the member whose session cookie is in the headers. Reads role and status from the database on every request,
 * so that demoting or disabling a member takes effect immediately.
 */
export async function findMember(
  { auth, config, database, now }: Pick<ConsoleContext, "auth" | "config" | "database" | "now">,
  headers: Headers,
): Promise<SignedIn | undefined> {
  const found = await auth.api.getSession({ headers });
  if (found === null) return undefined;
  // A password session that was opened before SIGN_IN=openid has no limit, and nobody confirms it.
  const isUnlimited = config.signIn === "both" ? isNull(sessions.validUntil) : undefined;
  const [member] = await database.orm
    .select({ id: members.id, name: members.name, email: members.email, role: members.role })
    .from(members)
    .innerJoin(sessions, and(eq(sessions.userId, members.id), eq(sessions.id, found.session.id)))
    .where(and(isNull(members.disabledAt), or(isUnlimited, gt(sessions.validUntil, now()))));
  return member === undefined ? undefined : { ...member, sessionId: found.session.id };
}
