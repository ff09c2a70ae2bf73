import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";

/**
 * Counts a change against the member's rate limit for changes. The limit exists because most changes append permanent
 * audit events. Throws TOO_MANY_REQUESTS above the limit.
 */
export async function countChange(
  { rateLimit, config }: Pick<ConsoleContext, "config" | "rateLimit">,
  member: Member,
): Promise<void> {
  const { allowed, limit, resetSeconds } = await rateLimit.count(`change:${member.id}`, config.changesPerMinute);
  if (allowed) return;
  const message = `Limit reached: ${limit} changes per minute. Try again in ${resetSeconds} seconds.`;
  throw new GatewayError("TOO_MANY_REQUESTS", { message, retryAfter: resetSeconds });
}
