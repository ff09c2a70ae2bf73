import { v7 as uuid } from "uuid";
import { id } from "#lib/console/identifiers.ts";
import type { RunningGateway } from "#server/create-gateway.ts";
import { GatewayError, isConsoleError, toContractError } from "#server/errors.ts";
import { rateLimitHeaders } from "#server/infra/limits/rate-limit.ts";
import { readScoreOf } from "#server/services/scores/score-of.ts";
import { failure } from "./http-response.ts";
import { refuseConsole } from "./refuse-console.ts";
import { toWebResponse } from "./web-transport.ts";
import { withGateway } from "./with-gateway.ts";

/**
 * `GET /scores/{request_id}`: what one of the caller's own forecasts was worth, or why it has no score. Takes an API key,
 * and counts as a request against its limit. There is no way to write an outcome with a key.
 */
export async function answerScore(
  request: Request,
  { params }: { readonly params: Promise<{ readonly requestId: string }> },
): Promise<Response> {
  const { requestId } = await params;
  return withGateway((wired) => answer(wired, request, requestId));
}

async function answer({ gateway }: RunningGateway, request: Request, requestId: string): Promise<Response> {
  try {
    const caller = await gateway.authenticator.authenticate(request.headers.get("authorization") ?? undefined);
    const limit = await gateway.rateLimit.count(caller.id, caller.ratePerMinute);
    if (!limit.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: limit.resetSeconds });
    if (!id.safeParse(requestId).success) throw new GatewayError("NOT_FOUND", { message: "This is no request id." });
    const score = await readScoreOf(gateway.database, requestId.toLowerCase(), caller.id);
    return Response.json(toBody(score), { headers: { ...rateLimitHeaders(limit), "cache-control": "no-store" } });
  } catch (error) {
    if (isConsoleError(error)) return refuseConsole(error);
    const refused = toContractError(error);
    if (refused.code === "INTERNAL_ERROR") gateway.log.error({ detail: refused.detail }, "a score could not be read");
    return toWebResponse(failure(refused, uuid(), {}), request.method);
  }
}

/** In the names of `/v1/predict`. */
function toBody(score: Awaited<ReturnType<typeof readScoreOf>>) {
  const subject = { request_id: score.requestId, task_id: score.taskId };
  if (!score.scored) return { ...subject, scored: false, reason: score.reason, message: score.message };
  const { option, probability, brier, log, rps } = score;
  return {
    ...subject,
    scored: true,
    outcome: option,
    happened_at: score.happenedAt,
    probability,
    brier,
    log,
    ranked_probability: rps,
  };
}
