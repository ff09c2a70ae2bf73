import type { ErrorCode } from "./error-table.ts";

/**
 * What HTTP itself refuses, before or beside the operation. The contract's table has no codes for these, so each
 * carries the nearest one.
 */
export const HTTP_REFUSALS = {
  404: row("There is no such address. The one operation is POST /v1/predict."),
  405: row("This method is not supported."),
  408: row("The request did not arrive within 10 seconds."),
  431: row("The request's headers are too large.", "REQUEST_TOO_LARGE"),
  501: row("Of the transfer codings, only chunked is understood."),
  505: row("Of the versions of HTTP, 1.1 and 1.0 are understood."),
} as const;

interface HttpRefusal {
  readonly message: string;
  readonly code: ErrorCode;
}

function row(message: string, code: ErrorCode = "INVALID_REQUEST"): HttpRefusal {
  return { message, code };
}
