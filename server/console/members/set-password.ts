import { and, eq } from "drizzle-orm";
import { accounts } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

export async function setPassword(transaction: Drizzle, memberId: string, passwordHash: string): Promise<void> {
  await transaction
    .update(accounts)
    .set({ password: passwordHash })
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, "credential")));
}
