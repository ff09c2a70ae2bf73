import { eq } from "drizzle-orm";
import { members } from "#server/infra/db/member-schema.ts";
import type { Database } from "#server/infra/db/open.ts";

/**
 * Whom an OpenID provider says that it has before it: a member with this very address, which the provider has verified,
 * at every sign-in anew. Answers why not, or nothing.
 */
export async function judgeIdentity(
  database: Database,
  memberId: string | undefined,
  profile: Readonly<Record<string, unknown>> | undefined,
): Promise<{ readonly error: string } | undefined> {
  if (profile?.email_verified !== true) return { error: "email_not_verified" };
  if (memberId === undefined) return { error: "signup_disabled" };
  const [member] = await database.orm.select({ email: members.email }).from(members).where(eq(members.id, memberId));
  const matches = typeof profile.email === "string" && profile.email.toLowerCase() === member?.email;
  return matches ? undefined : { error: "email_does_not_match" };
}
