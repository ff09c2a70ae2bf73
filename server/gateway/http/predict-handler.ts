import { randomFillSync } from "node:crypto";
import { v7 as uuid } from "uuid";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { refusalMessage } from "#lib/contract/http-refusals.ts";
import { decodeBody } from "#lib/contract/parse-body.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { GatewayError, isGatewayError, statusOf, toContractError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { Caller } from "#server/gateway/credentials/authenticate.ts";
import type { Answer } from "#server/gateway/predict/call.ts";
import type { KnownRequests } from "#server/gateway/predict/known-requests.ts";
import { predict } from "#server/gateway/predict/predict.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { invalidJson, requireShape } from "#server/gateway/predict/valid-request.ts";
import { nameSubmission } from "#server/gateway/submissions/name-submission.ts";
import { sendToReview } from "#server/gateway/submissions/send-to-review.ts";
import { type RateLimitStatus, rateLimitHeaders } from "#server/limits/rate-limit.ts";
import { type RequestTrace, runInTrace } from "#server/observe/active-trace.ts";
import { failure, type HttpResponse, nearestCode, success } from "./http-response.ts";

/** A request to `/v1/predict`, independent of the server that received it, or the same operation over MCP. */
export interface PredictRequest {
  readonly method: string;
  readonly authorization: string | undefined;
  /** Value of the `Idempotency-Key` header. Several header lines are joined with line breaks. */
  readonly idempotencyKey: string | undefined;
  readonly body: IncomingBody;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly trace?: RequestTrace | undefined;
  /** Time of arrival, from performance.now(). */
  readonly arrivedAt: number;
  /** Over MCP: the client's name as it announced itself, which is unverified. */
  readonly client?: string;
}

interface Handled {
  readonly answer: Answer;
  readonly headers: Readonly<Record<string, string>>;
  readonly caller?: Caller;
}

/** Answers a prediction over HTTP. Never rejects: errors become responses. */
export async function handlePredict(gateway: GatewayContext, request: PredictRequest): Promise<HttpResponse> {
  const { answer, headers } = await answerPredict(gateway, request);
  return answer.ok ? success(answer, headers) : failure(answer.error, answer.requestId, headers);
}

/** Authenticates, applies the rate limit, reads the body, predicts and sends an unreviewed request for review. */
export async function answerPredict(gateway: GatewayContext, request: PredictRequest): Promise<Handled> {
  const requestId = newRequestId();
  const { trace } = request;
  const handled = await runInTrace(trace, () => handle(gateway, request, requestId));
  const { answer, caller } = handled;
  const ms = milliseconds(performance.now() - request.arrivedAt);
  const code = answer.ok ? "OK" : answer.error.code;
  const status = answer.ok ? 200 : (answer.error.status ?? statusOf(answer.error.code));
  const earlier = answer.ok ? answer.response.request_id : answer.requestId;
  const replayed = answer.replayed ? earlier : undefined;
  gateway.metrics.countPrediction(code);
  const { traceId, spanId } = trace ?? {};
  gateway.log.info({ requestId, status, code, caller: caller?.id, replayed, ms, trace: traceId, span: spanId });
  trace?.end({ requestId, status, code });
  return handled;
}

async function handle(gateway: GatewayContext, request: PredictRequest, requestId: string): Promise<Handled> {
  const failed = { ok: false, requestId, replayed: false, inferred: false } as const;
  if (request.method !== "POST") {
    const wholeMessage = refusalMessage(405, "This address only accepts POST.");
    const error = new GatewayError(nearestCode(405), { status: 405, wholeMessage });
    return { answer: { ...failed, error }, headers: { Allow: "POST" } };
  }
  try {
    const surface = request.client === undefined ? "rest" : "mcp";
    const caller = await gateway.authenticator.authenticate(request.authorization, surface);
    const limit = await gateway.rateLimit.count(caller.id, caller.ratePerMinute);
    return await answerCaller(gateway, request, requestId, caller, limit);
  } catch (thrown) {
    const error = toContractError(thrown);
    const { code, detail } = error;
    if (code !== "UNAUTHORIZED") gateway.log.error({ requestId, code, detail });
    return { answer: { ...failed, error }, headers: {} };
  }
}

async function answerCaller(
  gateway: GatewayContext,
  request: PredictRequest,
  requestId: string,
  caller: Caller,
  limit: RateLimitStatus,
): Promise<Handled> {
  const { arrivedAt, signal, idempotencyKey, client } = request;
  const call = { requestId, caller, arrivedAt, signal, idempotencyKey, client };
  const answer = await predict(gateway, call, () => {
    if (!limit.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: limit.resetSeconds });
    return readRequest(request.body, gateway.knownRequests);
  });

  const headers = { ...rateLimitHeaders(limit), ...(answer.replayed ? { "Idempotency-Replayed": "true" } : {}) };
  if (answer.ok) {
    if (!answer.replayed) gateway.metrics.observeTiming(answer.response.timing);
    return { answer, headers, caller };
  }
  const sent = answer.unreviewed && (await sendToReview(gateway, call, answer.unreviewed));
  const error = sent === undefined ? answer.error : nameSubmission(answer.error, sent);
  return { answer: { ...answer, error }, headers, caller };
}

const SIZE = 16;
/** Random bytes for 256 ids, generated in one call, because the system call costs more than building an id. */
const block = new Uint8Array(256 * SIZE);
let next = block.length;

/** Returns a new UUIDv7. */
function newRequestId(): string {
  if (next === block.length) {
    randomFillSync(block);
    next = 0;
  }
  const random = block.subarray(next, next + SIZE);
  next += SIZE;
  return uuid({ random });
}

interface IncomingBody {
  readonly contentLength: string | undefined;
  readonly contentEncoding: string | undefined;
  /** Reads the body. Rejects with REQUEST_TOO_LARGE if the body has more than `most` bytes. */
  read(most: number): Promise<Uint8Array>;
}

async function readRequest(body: IncomingBody, known: KnownRequests): Promise<ValidRequest> {
  const bytes = await readBytes(body);
  if (!/^(identity)?$/i.test(body.contentEncoding?.trim() ?? "")) {
    throw new GatewayError("INVALID_JSON", { message: "The body is compressed." });
  }
  return known.find(bytes, () => {
    const text = decodeBody(bytes);
    if (typeof text !== "string") throw invalidJson(text.issue);
    return requireShape(text);
  });
}

/** Reads the body. Refuses a body with a too large Content-Length unread; otherwise counts the bytes on arrival. */
async function readBytes(body: IncomingBody): Promise<Uint8Array> {
  if (body.contentLength !== undefined && Number(body.contentLength) > MAX_BODY_BYTES)
    throw new GatewayError("REQUEST_TOO_LARGE");
  try {
    return await body.read(MAX_BODY_BYTES);
  } catch (error) {
    if (isGatewayError(error)) throw error;
    // The caller has probably disconnected.
    throw new GatewayError("INVALID_JSON", { message: "The body ended before it was complete.", cause: error });
  }
}
