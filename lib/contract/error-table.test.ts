import { describe, expect, it } from "vitest";
import { byOrderOfChecks, ERROR_CODES, ERRORS } from "./error-table.ts";
import { HTTP_REFUSALS, REMEDIES } from "./http-refusals.ts";
import { REASON_NAMES, REASONS, splitReason } from "./reasons.ts";

/** The error codes and statuses, copied row by row from the contract. */
const CONTRACT = {
  INVALID_JSON: 400,
  REQUEST_TOO_LARGE: 413,
  UNAUTHORIZED: 401,
  INVALID_REQUEST: 422,
  INVALID_TASK: 422,
  INVALID_CRITERIA: 422,
  INVALID_CONTEXT: 422,
  FUTURE_INPUT: 422,
  INVALID_RESOLUTION: 422,
  EXPLICIT_TIMEZONE_REQUIRED: 422,
  MODEL_NOT_SUPPORTED: 422,
  TASK_NOT_SUPPORTED: 422,
  INPUT_QUALITY_UNVERIFIED: 422,
  RATE_LIMITED: 429,
  QUEUE_FULL: 429,
  MODEL_NOT_READY: 503,
  MODEL_OFFLINE: 503,
  AUDIT_UNAVAILABLE: 503,
  MODEL_TIMEOUT: 504,
  INVALID_MODEL_RESPONSE: 502,
  INVALID_MODEL_TIMING: 502,
};

const SENTENCE = /^[A-Z](?!.*[.!?] ).*\.$/;

describe("the table of errors", () => {
  it("has the contract's 21 codes with their statuses, and INTERNAL_ERROR", () => {
    const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
    expect(Object.keys(CONTRACT)).toHaveLength(21);
    expect(statuses).toEqual({ ...CONTRACT, INTERNAL_ERROR: 500 });
  });

  it("lists the codes in the order of checks", () => {
    const steps = [
      ...["UNAUTHORIZED", "RATE_LIMITED", "REQUEST_TOO_LARGE", "INVALID_JSON"],
      ...["INVALID_REQUEST", "INVALID_TASK", "INVALID_CRITERIA", "INVALID_RESOLUTION", "INVALID_CONTEXT"],
      ...["EXPLICIT_TIMEZONE_REQUIRED", "FUTURE_INPUT"],
      ...["MODEL_NOT_SUPPORTED", "TASK_NOT_SUPPORTED", "INPUT_QUALITY_UNVERIFIED", "AUDIT_UNAVAILABLE", "QUEUE_FULL"],
      ...["MODEL_OFFLINE", "MODEL_NOT_READY", "MODEL_TIMEOUT", "INVALID_MODEL_RESPONSE", "INVALID_MODEL_TIMING"],
      "INTERNAL_ERROR",
    ];
    expect(ERROR_CODES).toEqual(steps);
    const sorted = ERROR_CODES.toReversed()
      .map((code) => ({ code }))
      .sort(byOrderOfChecks);
    expect(sorted.map(({ code }) => code)).toEqual(steps);
  });

  it.each(Object.entries(ERRORS))("states the cause and the remedy of %s in one sentence each", (_, row) => {
    for (const text of [row.cause, row.remedy]) expect(text).toMatch(SENTENCE);
  });

  it.each(REASON_NAMES)("states the cause and the remedy of the reason %s in one sentence each", (reason) => {
    const { cause, remedy } = splitReason(reason);
    for (const text of [cause, remedy]) expect(text).toMatch(SENTENCE);
    expect(`${cause} ${remedy}`).toBe(REASONS[reason]);
  });

  it("states causes and remedies of refusals by HTTP in one sentence each", () => {
    for (const remedy of Object.values(REMEDIES)) expect(remedy).toMatch(SENTENCE);
    for (const [status, { cause }] of Object.entries(HTTP_REFUSALS)) {
      expect(cause).toMatch(SENTENCE);
      expect(REMEDIES[Number(status)]).toBeDefined();
    }
  });
});
