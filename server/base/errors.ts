import { ERRORS, type ErrorCode, withRemedy } from "#lib/contract/error-table.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { docUrlOf, type Reason, splitReason } from "#lib/contract/reasons.ts";
import type { ErrorBody, SubmissionState } from "#lib/contract/response.ts";
import type { ModelRefusal } from "#lib/domain/model-state.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { describeDefect, describeError } from "./describe-error.ts";

const BRAND = Symbol.for("forecasting-gateway.error");

/** Error codes of the console, in addition to the contract's codes. `/v1/predict` never returns these. */
const CONSOLE_ERRORS = {
  BAD_REQUEST: { status: 400, message: "The input is invalid. Correct it, then try again." },
  FORBIDDEN: { status: 403, message: "You do not have permission to do this. Ask an administrator." },
  NOT_FOUND: { status: 404, message: "This does not exist. Check the address." },
  CONFLICT: {
    status: 409,
    message: "The data has changed since you opened this page. Reload the page and try again.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Another request of yours is still running. Try again when it has finished.",
  },
  SERVICE_UNAVAILABLE: { status: 503, message: "The gateway is busy. Try again in a few seconds." },
} as const;

export type ConsoleCode = keyof typeof CONSOLE_ERRORS;

export function statusOf(code: ErrorCode | ConsoleCode): number {
  return isContractCode(code) ? ERRORS[code].status : CONSOLE_ERRORS[code].status;
}

/**
 * An expected error: a code, a public message, and an internal detail for the log. Any other thrown value is treated as
 * a defect and becomes INTERNAL_ERROR.
 */
export class GatewayError<Code extends ErrorCode | ConsoleCode = ErrorCode | ConsoleCode> extends Error {
  readonly [BRAND] = true;
  readonly code: Code;
  readonly issues: readonly Issue[];
  /** Overrides the HTTP status of the code; undefined uses the code's own status. */
  readonly status: number | undefined;
  /** Whole seconds for the `Retry-After` header, at least 1. Set only for status 429 or 503, and with `submission`. */
  readonly retryAfter: number | undefined;
  /** Logged, never sent to the caller. */
  readonly detail: string | undefined;
  /** The model server's own words. Shown only to members who test the model; never logged or sent to a caller. */
  readonly upstream: string | undefined;
  /** Set if the model server answers no call until an operator acts. */
  readonly refusal: ModelRefusal | undefined;
  /** Tells causes of one code apart; undefined for a code with one cause. */
  readonly reason: Reason | undefined;
  /** The review of the refused request. */
  readonly submission: SubmissionState | undefined;
  /** True if a model adapter knows that no inference has started. */
  readonly declined: boolean;
  /** The tokens of a failed forecast; undefined if unknown. */
  readonly usage: TokenUsage | undefined;

  constructor(code: Code, options: GatewayErrorOptions = {}) {
    // No stack is captured, because capturing one would take longer than the rest of a refusal, and it is never logged.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(messageOf(code, options), { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "GatewayError";
    this.code = code;
    this.issues = options.issues ?? [];
    this.detail = options.detail;
    this.upstream = options.upstream;
    this.refusal = options.refusal;
    this.status = options.status;
    this.declined = options.declined ?? false;
    this.usage = options.usage;
    this.reason = options.reason;
    this.submission = options.submission;
    const status = statusOf(code);
    const isBusy = status === 429 || status === 503;
    const seconds = isBusy ? (options.retryAfter ?? 1) : options.submission && options.retryAfter;
    this.retryAfter = seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds));
  }
}

export interface GatewayErrorOptions {
  /** For a code of the contract, replaces the cause: the message also states the remedy. */
  readonly message?: string | undefined;
  /** The message with its own remedy, which replaces that of the table. */
  readonly wholeMessage?: string | undefined;
  readonly issues?: readonly Issue[];
  readonly status?: number;
  readonly retryAfter?: number | undefined;
  readonly detail?: string | undefined;
  readonly upstream?: string | undefined;
  readonly refusal?: ModelRefusal | undefined;
  readonly declined?: boolean;
  readonly usage?: TokenUsage | undefined;
  readonly reason?: Reason | undefined;
  readonly submission?: SubmissionState | undefined;
  readonly cause?: unknown;
}

/** Returns AUDIT_UNAVAILABLE for a failed database access, with `cause` described for the log. */
export function auditUnavailable(cause: unknown, message?: string): ContractError {
  return new GatewayError("AUDIT_UNAVAILABLE", { message, retryAfter: 5, detail: describeError(cause), cause });
}

export function errorBody(
  {
    code,
    message,
    issues,
    reason,
    submission,
  }: Pick<ContractError, "code" | "message" | "issues"> & Partial<Pick<ContractError, "reason" | "submission">>,
  requestId: string,
): ErrorBody {
  const extension = {
    ...(reason === undefined ? {} : { reason }),
    ...(submission === undefined ? {} : { submission }),
    doc_url: docUrlOf(code),
  };
  return { error: { code, message, issues: [...issues], ...extension }, request_id: requestId };
}

export type ContractError = GatewayError<ErrorCode>;

/** Checks a brand instead of `instanceof`, because Next bundles its own copy of this module and of the class. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && BRAND in error;
}

export function isContractError(error: unknown): error is ContractError {
  return isGatewayError(error) && isContractCode(error.code);
}

export type ConsoleError = GatewayError<ConsoleCode>;

export function isConsoleError(error: unknown): error is ConsoleError {
  return isGatewayError(error) && !isContractCode(error.code);
}

/** Returns contract errors unchanged and converts any other thrown value, also a console error, to INTERNAL_ERROR. */
export function toContractError(error: unknown): ContractError {
  if (isContractError(error)) return error;
  return new GatewayError("INTERNAL_ERROR", { detail: describeDefect(error), cause: error });
}

function messageOf(code: ErrorCode | ConsoleCode, { message, wholeMessage, reason }: GatewayErrorOptions): string {
  if (wholeMessage !== undefined) return wholeMessage;
  if (!isContractCode(code)) return message ?? CONSOLE_ERRORS[code].message;
  const { cause, remedy } = reason === undefined ? ERRORS[code] : splitReason(reason);
  return withRemedy(message ?? cause, remedy);
}

function isContractCode(code: ErrorCode | ConsoleCode): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
