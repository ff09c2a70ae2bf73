import { and, eq, isNull } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import { members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import type { Auth } from "./auth.ts";

/**
 * Returns the member whose session cookie is in the headers. Reads role and status from the database on every request,
 * so that demoting or disabling a member takes effect immediately.
 */
export async function findMember(auth: Auth, database: Database, headers: Headers): Promise<SignedIn | undefined> {
  const found = await auth.api.getSession({ headers });
  if (found === null) return undefined;
  const [member] = await database.orm
    .select({ id: members.id, name: members.name, email: members.email, role: members.role })
    .from(members)
    .where(and(eq(members.id, found.user.id), isNull(members.disabledAt)));
  return member === undefined ? undefined : { ...member, sessionId: found.session.id };
}
