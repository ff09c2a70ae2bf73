import type { CallToolResult } from "@modelcontextprotocol/server";
import { routes } from "#lib/console/routes.ts";
import { isPermitted, type SignedIn } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runForecast } from "#server/console/forecasts/run-forecast.ts";
import { submit } from "#server/console/submissions/submit-request.ts";
import { answerPredict } from "#server/gateway/http/predict-handler.ts";
import type { Answer, Answered } from "#server/gateway/predict/call.ts";
import { requireValid, type ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findSimilar } from "#server/gateway/submissions/find-similar.ts";
import { nameSubmission } from "#server/gateway/submissions/name-submission.ts";
import { readSubmissionState } from "#server/gateway/submissions/submission-state.ts";
import { freeWork } from "#server/limits/work.ts";
import { type Agent, requirePermission } from "./agent.ts";
import { found, listed, refused } from "./tool.ts";

/** Predicts as `/v1/predict` does. Returns the answer, or the review of the request with what to do next. */
export async function predictOverMcp(
  gateway: ConsoleContext,
  agent: Agent,
  request: string,
  idempotencyKey: string,
): Promise<CallToolResult> {
  gateway.pacer.predictionArrived();
  const { member } = agent;
  const predict = member === undefined ? predictWithKey : predictAsMember.bind(null, member);
  const answer = await predict(gateway, agent, request, idempotencyKey);
  if (answer.ok) return found({ ...composeAnswer(gateway, answer), replayed: answer.replayed });
  const { submission } = answer.error;
  if (submission?.status !== "submitted") return refused(answer.error, answer.requestId);
  const similar = await findSimilar(gateway, agent.caller.id, submission.id);
  return refused(answer.error, answer.requestId, {
    next:
      "People review this request: nothing has failed, so do not change or rephrase it. Do other work, and call " +
      "review_status after retry_after_seconds. Once it is approved, call predict again with the same arguments.",
    ...(similar.length > 0 && {
      similar_open_submissions: similar,
      advice: "If this is one of these questions in other words, withdraw it, and revise that one or wait.",
    }),
  });
}

async function predictWithKey(
  gateway: ConsoleContext,
  { headers, client, signal, arrivedAt }: Agent,
  request: string,
  idempotencyKey: string,
): Promise<Answer> {
  const bytes = Buffer.from(request);
  const { answer } = await answerPredict(gateway, {
    method: "POST",
    authorization: headers.get("authorization") ?? undefined,
    idempotencyKey,
    body: {
      contentLength: String(bytes.length),
      contentEncoding: undefined,
      async read() {
        requireWellFormed(request);
        return bytes;
      },
    },
    signal,
    trace: gateway.tracing?.begin(Object.fromEntries(headers)),
    arrivedAt,
    client,
  });
  return answer;
}

/** As predictWithKey(), for a member: an unreviewed request is submitted if the member may submit requests. */
async function predictAsMember(
  member: SignedIn,
  gateway: ConsoleContext,
  agent: Agent,
  request: string,
  idempotencyKey: string,
): Promise<Answer> {
  const { client, signal, arrivedAt } = agent;
  const read = () => readRequest(request);
  const answer = await runForecast(gateway, member, { read, work: freeWork(signal), arrivedAt, idempotencyKey });
  if (answer.ok || answer.unreviewed === undefined || !isPermitted(member, "submit")) return answer;
  await requirePermission(gateway, agent, "submit");
  const submission = await submit(gateway, member, { valid: answer.unreviewed }, { origin: "console", client });
  const sent = await readSubmissionState(gateway, gateway.database.orm, submission);
  return { ...answer, error: nameSubmission(answer.error, sent) };
}

/** Parses a request, with the errors of `/v1/predict`. */
export function readRequest(request: string): ValidRequest {
  requireWellFormed(request);
  return requireValid(request);
}

/** Refuses text that no HTTP body can contain: UTF-8 has no lone surrogates. */
function requireWellFormed(text: string): void {
  if (!text.isWellFormed()) throw new GatewayError("INVALID_JSON", { message: "The request is not valid Unicode." });
}

/** Returns a forecast with its options as a list, its page for members, and the address of its proof for its API key. */
export function composeAnswer(
  { config }: Pick<ConsoleContext, "config">,
  { response, options }: Pick<Answered, "response" | "options">,
) {
  const { request_id, model_version, result, generated_at, input_as_of, input_id } = response;
  const { choice, probabilities, confidence, calibration_status } = result;
  return {
    ...{ request_id, choice, probabilities: listed(options, probabilities), confidence, calibration_status },
    ...{ model_version, generated_at, input_as_of, input_id },
    url: `${config.consoleUrl}${routes.forecast(request_id)}`,
    proof_url: `${config.consoleUrl}/receipts/${request_id}`,
  };
}
