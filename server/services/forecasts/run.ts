import { v7 as uuid } from "uuid";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { GatewayError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Member } from "#server/services/members/member.ts";
import { answer } from "#server/services/predict/answer.ts";
import { type Answer, type NewAttempt, startAttempt } from "#server/services/predict/attempt.ts";

interface Run extends Pick<NewAttempt, "signal" | "arrivedAt" | "idempotencyKey"> {
  /** Reads the request; throws what refuses it. */
  readonly read: () => OrderedRequest;
}

/** One forecast for a member of the console, under their session: the same steps as for a backend caller. */
export async function runForecast(gateway: Gateway, member: Member, { read, ...run }: Run): Promise<Answer> {
  const { ratePerMinute } = gateway.config;
  const caller = { type: "member", id: member.id, name: member.name, ratePerMinute } as const;
  return answer(gateway, startAttempt({ requestId: uuid(), caller, ...run }), async () => {
    const standing = await gateway.rateLimit.count(member.id, ratePerMinute);
    if (!standing.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: standing.resetSeconds });
    return read();
  });
}
