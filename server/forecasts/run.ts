import { v7 as uuid } from "uuid";
import { GatewayError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Member } from "#server/members/member.ts";
import { type Answer, answer } from "#server/predict/answer.ts";
import { startAttempt } from "#server/predict/attempt.ts";
import { requireValid } from "#server/predict/require-valid.ts";

/** One forecast for a member of the console, under their session: the same steps as for a backend caller. */
export async function runForecast(
  gateway: Gateway,
  member: Member,
  {
    request,
    signal,
    arrivedAt,
  }: { readonly request: unknown; readonly signal: AbortSignal; readonly arrivedAt: number },
): Promise<Answer> {
  const { ratePerMinute } = gateway.config;
  const attempt = startAttempt(
    uuid(),
    { type: "member", id: member.id, name: member.name, ratePerMinute },
    arrivedAt,
    signal,
  );
  return answer(gateway, attempt, async () => {
    const standing = await gateway.rateLimit.count(member.id, ratePerMinute);
    if (!standing.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: standing.resetSeconds });
    return requireValid(request);
  });
}
