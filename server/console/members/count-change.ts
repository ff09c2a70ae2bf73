import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";

/**
 * Counts a change of the console against its member's limit: most of them write events that stay in the audit log for
 * good. TOO_MANY_REQUESTS once the limit is used up.
 */
export async function countChange(
  { rateLimit, config }: Pick<ConsoleContext, "config" | "rateLimit">,
  member: Member,
): Promise<void> {
  const { allowed, limit, resetSeconds } = await rateLimit.count(`change:${member.id}`, config.changesPerMinute);
  if (allowed) return;
  const message = `You can make ${limit} changes a minute. Try again in ${resetSeconds} seconds.`;
  throw new GatewayError("TOO_MANY_REQUESTS", { message, retryAfter: resetSeconds });
}
