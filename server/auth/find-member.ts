import { eq } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { members } from "#server/db/schema.ts";
import type { Member } from "#server/members/member.ts";
import type { Auth } from "./auth.ts";

/** Who a request's cookie belongs to; the role is read anew each time, so that a change of role is in force at once. */
export async function findMember(auth: Auth, database: Database, headers: Headers): Promise<Member | undefined> {
  const session = await auth.api.getSession({ headers });
  if (session === null) return undefined;
  const [member] = await database.orm
    .select({ id: members.id, name: members.name, email: members.email, role: members.role })
    .from(members)
    .where(eq(members.id, session.user.id));
  return member;
}
