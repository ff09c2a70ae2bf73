import { v7 as uuid } from "uuid";
import type { SignedIn } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Answer, Call } from "#server/gateway/predict/call.ts";
import { predict } from "#server/gateway/predict/predict.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import type { Work } from "#server/limits/work.ts";

interface Run extends Pick<Call, "arrivedAt" | "idempotencyKey"> {
  readonly work: Work;
  /** Parses the request. Throws the contract's error if the request is invalid. */
  readonly read: () => ValidRequest;
}

/** Runs a forecast for a signed-in member, with the same checks as for an API key and the default rate limit. */
export async function runForecast(gateway: ConsoleContext, member: SignedIn, run: Run): Promise<Answer> {
  const { read, work, ...about } = run;
  const { rateLimitPerMinute: ratePerMinute } = gateway.config;
  const { id, name, tokenId } = member;
  const caller = { type: "member", id, name, ratePerMinute, tokenId } as const;
  const call = { requestId: uuid(), caller, signal: work.signal, ...about };
  // The model has its own queue.
  return work.aside(() =>
    predict(gateway, call, async () => {
      const limit = await gateway.rateLimit.count(member.id, ratePerMinute);
      const wholeMessage = "You have used up your forecasts of this minute. Wait a minute, then try again.";
      if (!limit.allowed) throw new GatewayError("RATE_LIMITED", { wholeMessage, retryAfter: limit.resetSeconds });
      return read();
    }),
  );
}
