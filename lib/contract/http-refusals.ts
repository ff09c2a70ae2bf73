import type { ErrorCode } from "./error-table.ts";

/**
 * Errors that HTTP defines and the contract does not. Each uses the contract's closest error code.
 */
export const HTTP_REFUSALS = {
  400: row("This is not a valid HTTP request."),
  404: row("Not found. The only operation is POST /v1/predict."),
  405: row("This path does not accept the request method."),
  408: row("The request did not arrive within 10 seconds."),
  431: row("The request's headers are too large.", "REQUEST_TOO_LARGE"),
  501: row("Send the body with Transfer-Encoding: chunked, or with a Content-Length."),
  503: row("The gateway is stopping.", "QUEUE_FULL"),
  505: row("Use HTTP/1.1 or HTTP/1.0."),
} as const;

interface HttpRefusal {
  readonly message: string;
  readonly code: ErrorCode;
}

function row(message: string, code: ErrorCode = "INVALID_REQUEST"): HttpRefusal {
  return { message, code };
}
