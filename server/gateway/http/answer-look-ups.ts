import { and, eq, exists, or } from "drizzle-orm";
import { v7 as uuid, validate } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import { auditUnavailable, GatewayError, isConsoleError, statusOf, toContractError } from "#server/base/errors.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import { submissionSenders } from "#server/db/notify-schema.ts";
import { submissions } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { getReceipt } from "#server/gateway/receipts/get-receipt.ts";
import { readSubmissionState } from "#server/gateway/submissions/submission-state.ts";
import { rateLimitHeaders } from "#server/limits/rate-limit.ts";
import { failure, type HttpResponse, json, refusal, refusalOf, text } from "./http-response.ts";
import { toWebResponse } from "./transports.ts";

export const NO_DATABASE = "The gateway's database does not answer.";

/** An answer to a look-up: an object is sent as JSON, a string as plain text. */
export interface Found {
  readonly body: object | string;
  /** Seconds for the `Retry-After` header; undefined if the body will not change. */
  readonly retryAfter?: number | undefined;
}

/** Each has a rate limit of its own, as large as that of predictions, so that look-ups use up no predictions. */
export type LookUp = "lookup" | "review-status";

/** Authenticates an API key and answers with the result of `read`, which looks up earlier requests of this key. */
export async function answerWithKey(
  gateway: Pick<GatewayContext, "authenticator" | "rateLimit" | "lookUpSlots" | "log">,
  request: Request,
  lookUp: LookUp,
  read: (callerId: string) => Promise<Found>,
): Promise<Response> {
  return toWebResponse(await answer(gateway, request, lookUp, read), request.method);
}

async function answer(
  gateway: Pick<GatewayContext, "authenticator" | "rateLimit" | "lookUpSlots" | "log">,
  { headers: sent, url, signal }: Request,
  lookUp: LookUp,
  read: (callerId: string) => Promise<Found>,
): Promise<HttpResponse> {
  const requestId = uuid();
  let headers = {};
  try {
    const caller = await gateway.authenticator.authenticate(sent.get("authorization") ?? undefined);
    const limit = await gateway.rateLimit.count(`${lookUp}:${caller.id}`, caller.ratePerMinute);
    headers = rateLimitHeaders(limit);
    if (!limit.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: limit.resetSeconds });
    const { body, retryAfter } = await gateway.lookUpSlots.run(caller.id, signal, () => read(caller.id));
    if (retryAfter !== undefined) headers = { ...headers, "Retry-After": String(retryAfter) };
    return typeof body === "string" ? text(requestId, body, headers) : json(200, requestId, body, headers);
  } catch (error) {
    if (signal.aborted) throw error;
    if (isConsoleError(error) && error.retryAfter !== undefined) return refusalOf(error, requestId, headers);
    if (isConsoleError(error)) return refusal(statusOf(error.code), requestId, error.message, headers);
    const failed = toContractError(isUnavailable(error) ? auditUnavailable(error, NO_DATABASE) : error);
    const { code, detail } = failed;
    if (ERRORS[code].status >= 500) gateway.log.error({ requestId, url, code, detail }, "a request was not answered");
    return failure(failed, requestId, headers);
  }
}

/** Answers `GET /receipts/{request_id}` with the proof of the result of a caller's own request. */
export function answerReceipt(
  gateway: Pick<GatewayContext, "database" | "tree" | "authenticator" | "rateLimit" | "lookUpSlots" | "log">,
  request: Request,
  { requestId }: { readonly requestId: string },
): Promise<Response> {
  return answerWithKey(gateway, request, "lookup", async (callerId) => ({
    body: await getReceipt(gateway, callerId, requestId),
  }));
}

/** Answers `GET /review-status/{submission_id}` with the review of a request that this API key has sent. */
export function answerReviewStatus(
  gateway: Pick<GatewayContext, "config" | "database" | "authenticator" | "rateLimit" | "lookUpSlots" | "log" | "now">,
  request: Request,
  { submissionId }: { readonly submissionId: string },
): Promise<Response> {
  return answerWithKey(gateway, request, "review-status", (callerId) => readOwnReview(gateway, callerId, submissionId));
}

/** Returns the review of a submission that the caller has sent. Throws NOT_FOUND for any other id. */
export async function readOwnReview(
  gateway: Pick<GatewayContext, "config" | "database" | "now">,
  callerId: string,
  submissionId: string,
) {
  const { orm } = gateway.database;
  const sent = orm
    .select()
    .from(submissionSenders)
    .where(and(eq(submissionSenders.submissionId, submissions.id), eq(submissionSenders.credentialId, callerId)));
  const [found] = !validate(submissionId)
    ? []
    : await orm
        .select()
        .from(submissions)
        .where(and(eq(submissions.id, submissionId), or(eq(submissions.authorId, callerId), exists(sent))));
  if (found === undefined)
    throw new GatewayError("NOT_FOUND", { message: "This API key has sent no submission with this id." });
  return readSubmissionState(gateway, orm, found);
}
