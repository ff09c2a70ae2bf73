import { and, eq, isNull, lt, or } from "drizzle-orm";
import { personalTokens } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import { readKey, secretMatches } from "#server/gateway/credentials/credential-key.ts";
import { bearerToken } from "#server/gateway/http/bearer-token.ts";

type Token = typeof personalTokens.$inferSelect;

/** Whether an Authorization header has the scheme Bearer, with a valid token or not. */
export function presentsToken(authorization: string | null | undefined): authorization is string {
  return /^bearer\b/i.test(authorization ?? "");
}

/** Returns the personal token of an Authorization header, also a revoked or expired one. */
export async function findToken({ orm }: Pick<Database, "orm">, authorization: string): Promise<Token | undefined> {
  const key = readKey(bearerToken(authorization) ?? "", "dmp");
  if (key === undefined) return undefined;
  const [token] = await orm.select().from(personalTokens).where(eq(personalTokens.id, key.id));
  return token !== undefined && secretMatches(key.secret, token.secretHash) ? token : undefined;
}

/** The stored time of the last use may be this old, so that few requests write it. */
const PRECISION_MS = 60_000;

export async function recordUse({ orm }: Pick<Database, "orm">, { id, lastUsedAt }: Token, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PRECISION_MS);
  if (lastUsedAt !== null && lastUsedAt >= before) return;
  const { lastUsedAt: stored } = personalTokens;
  await orm
    .update(personalTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(personalTokens.id, id), or(isNull(stored), lt(stored, before))));
}
