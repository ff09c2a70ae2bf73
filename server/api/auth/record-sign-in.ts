import { eq, sql } from "drizzle-orm";
import { accounts } from "#server/infra/db/member-schema.ts";
import type { Database } from "#server/infra/db/open.ts";

/** Notes when a member last signed in: a session is gone with its end. */
export async function recordSignIn(database: Database, memberId: string): Promise<void> {
  await database.orm.update(accounts).set({ updatedAt: sql`now()` }).where(eq(accounts.userId, memberId));
}
