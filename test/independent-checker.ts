import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { PredictionRequest } from "#lib/contract/request.ts";

/**
 * Second implementation of the contract, for tests. Shares no code with the gateway, so that a misreading of the
 * contract in the gateway is not repeated in its tests.
 */

/** Returns the contract violations in the body of a 200 response to `request`; empty if there are none. */
export function successViolations(request: PredictionRequest, body: unknown): string[] {
  const violations: string[] = [];
  const check = (holds: boolean, violation: string) => {
    if (!holds) violations.push(violation);
  };
  const response = membersOf(body, RESPONSE, "the response", check);
  check(response.schema_version === "1.1", "schema_version is not 1.1");
  check(isMatch(response.request_id, UUID), "request_id is not a UUID of version 7");
  check(response.model === request.model, "model is not the one requested");
  check(isMatch(response.model_version, /^r13-c@[a-f0-9]{40}$/), "model_version has the wrong form");
  check(isSame(response.task, request.task), "task is not the one requested");
  check(isDateTime(response.generated_at), "generated_at is not a date-time");
  check(isDateTime(response.input_as_of), "input_as_of is not a date-time");
  check(response.input_as_of === request.input.as_of, "input_as_of is not the request's");
  check(isMatch(response.input_id, /^sha256:[a-f0-9]{64}$/), "input_id has the wrong form");
  check(response.input_id === digestOf(request.input), "input_id is not the digest of the input");
  check(response.mode === "research", "mode is not research");
  checkResult(request, response.result, check);
  checkTiming(response.timing, check);
  return violations;
}

/** Returns the contract violations in an error response; empty if there are none. */
export function refusalViolations(status: number, body: unknown): string[] {
  const violations: string[] = [];
  const check = (holds: boolean, violation: string) => {
    if (!holds) violations.push(violation);
  };
  const { error, request_id } = membersOf(body, ["error", "request_id"], "the body", check);
  check(isMatch(request_id, UUID), "request_id is not a UUID of version 7");
  const { reason, submission, ...required } = isRecord(error) ? error : {};
  const named = ["code", "doc_url", "issues", "message"];
  const { code, message, issues, doc_url } = membersOf(isRecord(error) ? required : error, named, "the error", check);
  check(doc_url === `/docs#${String(code)}`, "doc_url does not name the code");
  const mayWait = code === "TASK_NOT_SUPPORTED" || code === "INPUT_QUALITY_UNVERIFIED";
  check((reason === undefined && submission === undefined) || mayWait, "a reason or submission of another code");
  if (submission !== undefined) {
    const state = ["id", "input_id", "note", "status", "task_id", "url"];
    check(isMatch(membersOf(submission, state, "the submission", check).id, UUID), "the submission has no id");
  }
  check(typeof code === "string" && STATUS.get(code) === status, `${String(code)} does not match status ${status}`);
  check(typeof message === "string" && message.length > 0 && message.length <= 500, "message is empty or too long");
  check(Array.isArray(issues) && issues.length <= 50, "issues is not a list of at most 50");
  for (const issue of Array.isArray(issues) ? issues : []) {
    const one = membersOf(issue, ["code", "message", "path"], "an issue", check);
    check(typeof one.code === "string" && STATUS.has(one.code), "an issue has an unknown code");
    check(isMatch(one.path, /^(\/([^/~]|~[01])*)*$/), "an issue's path is not a JSON Pointer");
    check(
      typeof one.message === "string" && one.message.length > 0 && one.message.length <= 500,
      "an issue's message is empty or too long",
    );
  }
  const [first] = Array.isArray(issues) ? issues : [];
  check(first === undefined || (isRecord(first) && first.code === code), "the code is not that of the first issue");
  check(
    // Finds stack frames, whose position is in brackets or on its own line. Text such as "at least a:29:4", with an
    // option id that looks like a position, is allowed.
    !/\bat [\w.<> ]+ \([^)]*:\d+:\d+\)|\\n\s*at \S+:\d+:\d+|node_modules|select .* from /i.test(JSON.stringify(body)),
    "the body reveals internals of the server",
  );
  return violations;
}

type Check = (holds: boolean, violation: string) => void;

const RESPONSE = [
  ...["generated_at", "input_as_of", "input_id", "mode", "model", "model_version", "request_id", "result"],
  ...["schema_version", "task", "timing"],
];
const DURATIONS = ["gateway_queue_ms", "gateway_total_ms", "inference_ms", "load_ms", "model_queue_ms"];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** HTTP status of each error code: the contract's table, plus INTERNAL_ERROR, which the gateway adds. */
const STATUS = new Map([
  ...listed(400, "INVALID_JSON"),
  ...listed(413, "REQUEST_TOO_LARGE"),
  ...listed(401, "UNAUTHORIZED"),
  ...listed(422, "INVALID_REQUEST INVALID_TASK INVALID_CRITERIA INVALID_CONTEXT FUTURE_INPUT INVALID_RESOLUTION"),
  ...listed(422, "EXPLICIT_TIMEZONE_REQUIRED MODEL_NOT_SUPPORTED TASK_NOT_SUPPORTED INPUT_QUALITY_UNVERIFIED"),
  ...listed(429, "RATE_LIMITED QUEUE_FULL"),
  ...listed(503, "MODEL_NOT_READY MODEL_OFFLINE AUDIT_UNAVAILABLE"),
  ...listed(504, "MODEL_TIMEOUT"),
  ...listed(502, "INVALID_MODEL_RESPONSE INVALID_MODEL_TIMING"),
  ...listed(500, "INTERNAL_ERROR"),
]);

function listed(status: number, codes: string): [string, number][] {
  return codes.split(" ").map((code) => [code, status]);
}

function checkResult(request: PredictionRequest, value: unknown, check: Check): void {
  const members = ["calibration_status", "choice", "confidence", "probabilities", "type"];
  const result = membersOf(value, members, "result", check);
  check(result.type === "choice", "result.type is not choice");
  check(result.confidence === null, "confidence is not null");
  check(result.calibration_status === "not_independently_verified", "calibration_status is not the contract's");
  const options = Object.keys(request.task.criteria).sort();
  const probabilities = membersOf(result.probabilities, options, "probabilities", check);
  const numbers = options.map((option) => probabilities[option]);
  if (!numbers.every((number) => typeof number === "number")) {
    check(false, "a probability is not a number");
    return;
  }
  check(
    numbers.every((number) => number >= 0 && number <= 1),
    "a probability is not within 0 and 1",
  );
  check(Math.abs(numbers.reduce((sum, number) => sum + number, 0) - 1) <= 1e-6, "the probabilities do not sum to 1");
  // `options` is sorted by code unit. The contract breaks ties in favour of the first option in this order.
  const highest = Math.max(...numbers);
  check(result.choice === options[numbers.indexOf(highest)], "choice is not the first of the most probable options");
}

function checkTiming(value: unknown, check: Check): void {
  const timing = membersOf(
    value,
    [...DURATIONS, "cache_hit", "client_end_to_end_ms", "cold_start"].sort(),
    "timing",
    check,
  );
  for (const name of DURATIONS) {
    const duration = timing[name];
    check(typeof duration === "number" && Number.isFinite(duration) && duration >= 0, `${name} is not a duration`);
  }
  check(typeof timing.cold_start === "boolean", "cold_start is not a boolean");
  check(timing.cache_hit === false, "cache_hit is not false");
  check(timing.client_end_to_end_ms === null, "client_end_to_end_ms is not null");
}

/** Checks that `value` is an object with exactly these member names (sorted), and returns its members. */
function membersOf(value: unknown, names: readonly string[], what: string, check: Check): Record<string, unknown> {
  if (!isRecord(value)) {
    check(false, `${what} is not an object`);
    return {};
  }
  const found = Object.keys(value).sort();
  check(found.join() === names.join(), `${what} has the members ${found.join()}, not ${names.join()}`);
  return Object.fromEntries(Object.entries(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMatch(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}

/** Checks the date-time format and that the date exists; Date alone would accept February 30 as March 2. */
function isDateTime(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const form = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
  const day = form.exec(value)?.[1];
  return day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isSame(one, b[index]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

function digestOf(value: unknown): string {
  return `sha256:${createHash("sha256")
    .update(String(canonicalize(value)))
    .digest("hex")}`;
}
