import { v7 as uuid } from "uuid";
import { milliseconds } from "#lib/milliseconds.ts";
import { GatewayError, toContractError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type RateStanding, rateLimitHeaders } from "#server/infra/limits/rate-limit.ts";
import type { Caller } from "#server/services/credentials/authenticate.ts";
import { answer } from "#server/services/predict/answer.ts";
import { startAttempt } from "#server/services/predict/attempt.ts";
import { failure, type HttpResponse, refusal, success } from "./http-response.ts";
import { type IncomingBody, readRequest } from "./read-request.ts";

/** A request to `/v1/predict` as any server can give it. */
export interface PredictCall {
  readonly method: string;
  readonly authorization: string | undefined;
  /** The value of `Idempotency-Key`; of several header lines, their values on as many lines. */
  readonly idempotencyKey: string | undefined;
  readonly body: IncomingBody;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** A reading of performance.now(). */
  readonly arrivedAt: number;
}

/** The public operation: caller, limit, body, prediction, answer. Never rejects. */
export async function handlePredict(gateway: Gateway, call: PredictCall): Promise<HttpResponse> {
  const requestId = uuid();
  const { httpAnswer, caller, code, replayed } = await handle(gateway, call, requestId);
  gateway.log.info({
    requestId,
    status: httpAnswer.status,
    code,
    caller: caller?.id,
    ...(replayed ? { replayed: httpAnswer.headers["X-Request-Id"] } : {}),
    ms: milliseconds(performance.now() - call.arrivedAt),
  });
  return httpAnswer;
}

interface Handled {
  readonly httpAnswer: HttpResponse;
  readonly caller?: Caller;
  readonly code?: string;
  readonly replayed?: boolean;
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
  const { arrivedAt, signal, idempotencyKey } = call;
  const attempt = startAttempt({ requestId, caller, arrivedAt, signal, idempotencyKey });
  const outcome = await answer(gateway, attempt, () => {
    if (!standing.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: standing.resetSeconds });
    return readRequest(call.body);
  });
  const { replayed } = outcome;
  const headers = { ...rateLimitHeaders(standing), ...(replayed ? { "Idempotency-Replayed": "true" } : {}) };
  if (outcome.ok) return { httpAnswer: success(outcome.response, outcome.options, headers), caller, replayed };
  const { error, body } = outcome;
  return { httpAnswer: failure(error, body.request_id, headers), caller, code: error.code, replayed };
}
