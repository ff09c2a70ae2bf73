import { v7 as uuid } from "uuid";
import type { Caller } from "#server/credentials/authenticate.ts";
import { GatewayError, toContractError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import { type RateStanding, rateLimitHeaders } from "#server/limits/rate-limit.ts";
import { answer } from "#server/predict/answer.ts";
import { startAttempt } from "#server/predict/attempt.ts";
import { failure, type HttpAnswer, refusal, success } from "./http-answer.ts";
import { type IncomingBody, readRequest } from "./read-request.ts";

/** A request to `/v1/predict` as any server can give it. */
export interface PredictCall {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly body: IncomingBody;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** A reading of performance.now(). */
  readonly arrivedAt: number;
}

/** The public operation: caller, limit, body, prediction, answer. Never rejects. */
export async function handlePredict(gateway: Gateway, call: PredictCall): Promise<HttpAnswer> {
  const requestId = uuid();
  const { httpAnswer, caller, code } = await handle(gateway, call, requestId);
  gateway.log.info({
    requestId,
    status: httpAnswer.status,
    code,
    caller: caller?.id,
    ms: Math.round((performance.now() - call.arrivedAt) * 1000) / 1000,
  });
  return httpAnswer;
}

interface Handled {
  readonly httpAnswer: HttpAnswer;
  readonly caller?: Caller;
  readonly code?: string;
}

async function handle(gateway: Gateway, call: PredictCall, requestId: string): Promise<Handled> {
  if (call.method !== "POST") {
    return { httpAnswer: refusal(405, requestId, "Use POST: it is the one operation here.", { Allow: "POST" }) };
  }
  let caller: Caller;
  let standing: RateStanding;
  try {
    caller = await gateway.authenticator.authenticate(call.authorization);
    standing = await gateway.rateLimit.count(caller.id, caller.ratePerMinute);
  } catch (thrown) {
    const error = toContractError(thrown);
    if (error.code !== "UNAUTHORIZED") gateway.log.error({ requestId, code: error.code, detail: error.detail });
    return { httpAnswer: failure(error, requestId, {}), code: error.code };
  }
  const headers = rateLimitHeaders(standing);
  const attempt = startAttempt(requestId, caller, call.arrivedAt, call.signal);
  const outcome = await answer(gateway, attempt, () => {
    if (!standing.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: standing.resetSeconds });
    return readRequest(call.body);
  });
  if (outcome.ok) return { httpAnswer: success(outcome.response, headers), caller };
  return { httpAnswer: failure(outcome.error, requestId, headers), caller, code: outcome.error.code };
}
