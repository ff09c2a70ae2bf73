import { ERRORS, type ErrorCode, withRemedy } from "./error-table.ts";

/** Remedies of the refusals that HTTP defines and the contract does not, by status. */
export const REMEDIES: Readonly<Record<number, string>> = {
  400: "Correct the request, then send it again.",
  401: "Send a valid credential for this address.",
  404: "Check the address, the id in it, and the API key.",
  405: "Use a method that the header `Allow` lists.",
  408: "Send the request again, without pauses.",
  413: "Send a smaller body.",
  414: "Shorten the address.",
  429: ERRORS.QUEUE_FULL.remedy,
  431: "Send fewer or shorter headers.",
  500: ERRORS.INTERNAL_ERROR.remedy,
  501: "Send the body with `Transfer-Encoding: chunked`, or with a `Content-Length`.",
  503: ERRORS.QUEUE_FULL.remedy,
  505: "Use HTTP/1.1 or HTTP/1.0.",
};

/**
 * Errors that HTTP defines and the contract does not. Each uses the contract's closest error code.
 */
export const HTTP_REFUSALS = {
  400: row("This is not a valid HTTP request."),
  404: row("This address does not exist: /openapi.json lists the addresses of the API."),
  405: row("This address does not accept the request method."),
  408: row("The request did not arrive within 10 seconds."),
  431: row("The request's headers are too large.", "REQUEST_TOO_LARGE"),
  501: row("The gateway does not support this transfer coding."),
  503: row("The gateway is stopping.", "QUEUE_FULL"),
  505: row("The gateway does not support this version of HTTP."),
} as const;

interface HttpRefusal {
  readonly cause: string;
  readonly code: ErrorCode;
}

function row(cause: string, code: ErrorCode = "INVALID_REQUEST"): HttpRefusal {
  return { cause, code };
}

/** Returns the message of a refusal: the cause, then the remedy, unless the cause is already such a message. */
export function refusalMessage(status: number, cause: string): string {
  return withRemedy(cause, REMEDIES[status] ?? "Correct the request, then send it again.");
}
