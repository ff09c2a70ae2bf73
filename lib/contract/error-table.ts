/** The contract's errors, and INTERNAL_ERROR, which the contract does not define. It means a bug in the gateway. */
export const ERRORS = {
  UNAUTHORIZED: row(
    401,
    "The API key is missing or invalid.",
    "Send the header `Authorization: Bearer <API key>` with a valid API key, which an administrator issues.",
  ),
  RATE_LIMITED: row(
    429,
    "The API key has used up its rate limit for this minute.",
    "Wait for the number of seconds in `Retry-After`, then retry with backoff.",
  ),
  REQUEST_TOO_LARGE: row(
    413,
    "The request body exceeds 32 KiB.",
    "Shorten or remove observations until the body has at most 32,768 bytes.",
  ),
  INVALID_JSON: row(
    400,
    "The request body is not JSON.",
    "Send one JSON object in UTF-8, without a byte order mark and without Content-Encoding.",
  ),
  INVALID_REQUEST: row(
    422,
    "A field of the request or of its input is missing or invalid.",
    "Correct the fields listed in `issues`.",
  ),
  INVALID_TASK: row(
    422,
    "The task is incomplete or invalid.",
    "Send task.type, task.instructions, task.criteria and task.resolution, and nothing else.",
  ),
  INVALID_CRITERIA: row(
    422,
    "The options are missing or invalid.",
    "Send 2 to 20 options, each with a valid id and a description or null.",
  ),
  INVALID_RESOLUTION: row(
    422,
    "The resolution's criteria or deadline is invalid.",
    "Send resolution.criteria and a resolves_at later than input.as_of.",
  ),
  INVALID_CONTEXT: row(422, "An observation is invalid.", "Correct the observations listed in `issues`."),
  EXPLICIT_TIMEZONE_REQUIRED: row(
    422,
    "A date-time has no time zone.",
    "End every date-time with `Z` or an offset such as `+02:00`.",
  ),
  FUTURE_INPUT: row(
    422,
    "An observation is later than the information cutoff.",
    "Remove the observations that are later than input.as_of, or set a later cutoff.",
  ),
  MODEL_NOT_SUPPORTED: row(
    422,
    "This deployment does not serve the requested model release.",
    "Set `model` to the release that this deployment serves.",
  ),
  TASK_NOT_SUPPORTED: row(
    422,
    "The release does not accept this task.",
    "Wait until reviewers approve the task for the release, or send observations that the release can use.",
  ),
  INPUT_QUALITY_UNVERIFIED: row(
    422,
    "The input has not passed quality review for this task.",
    "Wait until reviewers approve the input, then send the same request again.",
  ),
  AUDIT_UNAVAILABLE: row(
    503,
    "The request cannot be recorded, so it is not answered.",
    "Retry after the number of seconds in `Retry-After`, and tell the operators if the error persists.",
  ),
  QUEUE_FULL: row(
    429,
    "The queue for the model is full.",
    "Wait for the number of seconds in `Retry-After`, then retry with backoff.",
  ),
  MODEL_OFFLINE: row(503, "The model cannot be reached.", "Retry after the number of seconds in `Retry-After`."),
  MODEL_NOT_READY: row(503, "The model is loading.", "Retry after the number of seconds in `Retry-After`."),
  MODEL_TIMEOUT: row(504, "The deadline passed before the model answered, so no forecast was made.", "Retry later."),
  INVALID_MODEL_RESPONSE: row(
    502,
    "The model's answer violates the contract, so no forecast was made.",
    "Report the request id to the operators.",
  ),
  INVALID_MODEL_TIMING: row(
    502,
    "The model's timing violates the contract, so no forecast was made.",
    "Report the request id to the operators.",
  ),
  INTERNAL_ERROR: row(500, "The gateway failed because of a bug.", "Report the request id to the operators."),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** The order of checks. A request with several violations gets the error code of the first. */
export const ORDER_OF_CHECKS: readonly { readonly check: string; readonly codes: readonly ErrorCode[] }[] = [
  { check: "API key", codes: ["UNAUTHORIZED"] },
  { check: "Rate limit", codes: ["RATE_LIMITED"] },
  { check: "Size, while the body arrives", codes: ["REQUEST_TOO_LARGE"] },
  { check: "JSON", codes: ["INVALID_JSON"] },
  {
    check: "Fields",
    codes: ["INVALID_REQUEST", "INVALID_TASK", "INVALID_CRITERIA", "INVALID_RESOLUTION", "INVALID_CONTEXT"],
  },
  { check: "Time zones, then the cutoff", codes: ["EXPLICIT_TIMEZONE_REQUIRED", "FUTURE_INPUT"] },
  { check: "Idempotency-Key: well-formed, and not used with another request", codes: ["INVALID_REQUEST"] },
  { check: "Release", codes: ["MODEL_NOT_SUPPORTED"] },
  {
    check: "Task: approved for the release, with observations that the release can use",
    codes: ["TASK_NOT_SUPPORTED"],
  },
  { check: "Input: approved for the task", codes: ["INPUT_QUALITY_UNVERIFIED"] },
  { check: "Writable audit log", codes: ["AUDIT_UNAVAILABLE"] },
  {
    check: "A free model slot, or a free place in the queue; tokens left in the monthly budgets",
    codes: ["QUEUE_FULL", "RATE_LIMITED"],
  },
  { check: "Model ready", codes: ["MODEL_OFFLINE", "MODEL_NOT_READY"] },
  { check: "Inference", codes: ["MODEL_TIMEOUT", "INVALID_MODEL_RESPONSE", "INVALID_MODEL_TIMING"] },
  { check: "Answer recorded in the audit log", codes: ["AUDIT_UNAVAILABLE"] },
];

export const ERROR_CODES = [...new Set([...ORDER_OF_CHECKS.flatMap(({ codes }) => codes), "INTERNAL_ERROR"])] as [
  ErrorCode,
  ...ErrorCode[],
];

export interface ErrorRow {
  readonly status: number;
  /** One sentence. */
  readonly cause: string;
  /** One sentence that says what the caller can do. */
  readonly remedy: string;
}

/** Returns the message of an error: the cause, then the remedy, unless the cause already ends with it. */
export function withRemedy(cause: string, remedy: string): string {
  return cause.endsWith(remedy) ? cause : `${cause} ${remedy}`;
}

function row<S extends number>(status: S, cause: string, remedy: string): ErrorRow & { readonly status: S } {
  return { status, cause, remedy };
}

export function byOrderOfChecks(a: { readonly code: ErrorCode }, b: { readonly code: ErrorCode }): number {
  return ERROR_CODES.indexOf(a.code) - ERROR_CODES.indexOf(b.code);
}
