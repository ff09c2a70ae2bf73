import type { ScoreFields } from "#lib/contract/webhook.ts";
import { id } from "#lib/domain/identifiers.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { answerWithKey } from "#server/gateway/http/answer-look-ups.ts";
import { readScoreOf } from "./get-score.ts";

/**
 * Answers `GET /scores/{request_id}` with the score of one of the caller's own forecasts, or the reason why it has
 * none. API keys can read scores, but cannot record outcomes.
 */
export function answerScore(
  gateway: Pick<GatewayContext, "database" | "authenticator" | "rateLimit" | "lookUpSlots" | "log">,
  request: Request,
  { requestId }: { readonly requestId: string },
): Promise<Response> {
  const { database } = gateway;
  return answerWithKey(gateway, request, "lookup", async (callerId) => {
    if (!id.safeParse(requestId).success)
      throw new GatewayError("NOT_FOUND", { message: "The request id is not a UUID." });
    return { body: scoreBody(await readScoreOf(database, requestId.toLowerCase(), callerId)) };
  });
}

export function scoreBody(score: Awaited<ReturnType<typeof readScoreOf>>) {
  const subject = { request_id: score.requestId, task_id: score.taskId };
  if (!score.scored) return { ...subject, scored: false, reason: score.reason, message: score.message };
  const { option, happenedAt, countsFrom, probability, brier, log, rps } = score;
  const fields: ScoreFields = { counts_from: countsFrom, probability, brier, log, ranked_probability: rps };
  return { ...subject, scored: true, outcome: option, happened_at: happenedAt, ...fields };
}
