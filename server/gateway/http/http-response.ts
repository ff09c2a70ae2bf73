import { v7 as uuid } from "uuid";
import { ERRORS, type ErrorCode } from "#lib/contract/error-table.ts";
import { refusalMessage } from "#lib/contract/http-refusals.ts";
import { printOrderedResponse } from "#lib/contract/print-in-order.ts";
import type { Timing } from "#lib/contract/response.ts";
import { type ContractError, errorBody, type GatewayError, statusOf } from "#server/base/errors.ts";
import type { Answered } from "#server/gateway/predict/call.ts";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function success(
  { response, options }: Pick<Answered, "response" | "options">,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const more = { ...headers, "Server-Timing": serverTiming(response.timing) };
  return jsonText(200, response.request_id, printOrderedResponse(response, options), more);
}

export function failure(
  error: ContractError,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const more: Record<string, string> = { ...headers };
  if (error.retryAfter !== undefined) more["Retry-After"] = String(error.retryAfter);
  if (error.code === "UNAUTHORIZED") more["WWW-Authenticate"] = "Bearer";
  return json(error.status ?? ERRORS[error.code].status, requestId, errorBody(error, requestId), more);
}

const NEAREST_CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [413, "REQUEST_TOO_LARGE"],
  [414, "REQUEST_TOO_LARGE"],
  [429, "QUEUE_FULL"],
  [431, "REQUEST_TOO_LARGE"],
  [500, "INTERNAL_ERROR"],
  [503, "QUEUE_FULL"],
]);

/**
 * Returns an error response with a status that the contract does not define (404, 405, 408, 414, 431 …). The body
 * contains the nearest error code of the contract, so that clients never see an unknown code. The message states the
 * cause, then the remedy of the status.
 */
export function refusal(
  status: number,
  requestId: string,
  cause: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const message = refusalMessage(status, cause);
  return json(status, requestId, errorBody({ code: nearestCode(status), message, issues: [] }, requestId), headers);
}

/** Returns the response to an expected error, whose message states its own remedy, on an address outside `/v1`. */
export function refusalOf(
  { code, status = statusOf(code), message, retryAfter }: GatewayError,
  requestId = uuid(),
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const more: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  const body = errorBody({ code: nearestCode(status), message, issues: [] }, requestId);
  return json(status, requestId, body, { ...headers, ...more });
}

export function nearestCode(status: number): ErrorCode {
  return NEAREST_CODES.get(status) ?? "INVALID_REQUEST";
}

export function json(
  status: number,
  requestId: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return jsonText(status, requestId, JSON.stringify(body), headers);
}

export function text(requestId: string, body: string, headers: Readonly<Record<string, string>>): HttpResponse {
  return jsonText(200, requestId, body, { "Content-Type": "text/plain; charset=utf-8", ...headers });
}

function jsonText(
  status: number,
  requestId: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return {
    status,
    headers: {
      "Content-Type": "application/json",
      "X-Request-Id": requestId,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
    body,
  };
}

function serverTiming(timing: Timing): string {
  const parts = [
    ["gateway_queue", timing.gateway_queue_ms],
    ["model_queue", timing.model_queue_ms],
    ["load", timing.load_ms],
    ["inference", timing.inference_ms],
    ["total", timing.gateway_total_ms],
  ];
  return parts.map(([name, duration]) => `${name};dur=${duration}`).join(", ");
}
