import { and, eq, gt, isNull } from "drizzle-orm";
import { HAND_OVER_DAYS } from "#lib/domain/limits.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/**
 * Lets the API keys of a member who loses access expire later, because they belong to the deployment. Restores the
 * earlier expiry of those that are still valid when the member has access again.
 */
export async function handOverKeys({ now }: Pick<ConsoleContext, "now">, orm: Drizzle, owner: string, leaves: boolean) {
  const end = leaves ? new Date(now().getTime() + HAND_OVER_DAYS * 86_400_000) : null;
  const { ownerId, handOverBy } = credentials;
  const which = and(eq(ownerId, owner), leaves ? isNull(handOverBy) : gt(handOverBy, now()));
  await orm.update(credentials).set({ handOverBy: end }).where(which);
}
