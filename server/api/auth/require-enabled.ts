import { APIError } from "better-auth/api";
import { and, eq, isNull } from "drizzle-orm";
import { members } from "#server/infra/db/member-schema.ts";
import type { Database } from "#server/infra/db/open.ts";

/** Before a session is made, by whichever way: a disabled member gets none. */
export async function requireEnabled(database: Database, memberId: string): Promise<void> {
  const [member] = await database.orm
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.disabledAt)));
  if (member !== undefined) return;
  throw new APIError("FORBIDDEN", { code: "MEMBER_DISABLED", message: "This account is disabled." });
}
