import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { responseSchema } from "#lib/contract/response.ts";
import { validRequest } from "./arbitrary.ts";
import { refusalViolations, successViolations } from "./independent-checker.ts";

const REQUEST_ID = "01890a5d-ac96-774b-bcce-b302099a8057";

function responseTo(request: PredictionRequest) {
  const options = Object.keys(request.task.criteria);
  const [first] = [...options].sort();
  return {
    schema_version: "1.1",
    request_id: REQUEST_ID,
    model: request.model,
    model_version: `r13-c@${"0".repeat(40)}`,
    task: request.task,
    result: {
      type: "choice",
      choice: first,
      probabilities: Object.fromEntries(options.map((option) => [option, 1 / options.length])),
      confidence: null,
      calibration_status: "not_independently_verified",
    },
    generated_at: "2026-01-01T00:00:00.000Z",
    input_as_of: request.input.as_of,
    input_id: `sha256:${createHash("sha256")
      .update(String(canonicalize(request.input)))
      .digest("hex")}`,
    timing: {
      gateway_queue_ms: 0,
      model_queue_ms: 0,
      inference_ms: 1.5,
      load_ms: 0,
      cold_start: false,
      gateway_total_ms: 2,
      cache_hit: false,
      client_end_to_end_ms: null,
    },
    mode: "research",
  };
}

const request: PredictionRequest = {
  model: "service-r13-c",
  task: {
    type: "choice",
    instructions: "Which?",
    criteria: { "9": null, "10": null, a: "One" },
    resolution: { criteria: "The official result.", resolves_at: "2027-01-01T00:00:00Z" },
  },
  input: { as_of: "2026-01-01T00:00:00Z", context: [] },
};
const response = responseTo(request);
const withResult = (change: object) => ({ ...response, result: { ...response.result, ...change } });
const withTiming = (change: object) => ({ ...response, timing: { ...response.timing, ...change } });

describe("the independent checker", () => {
  it("accepts a correct response to any valid request, as the response schema does", () => {
    fc.assert(
      fc.property(validRequest(), (any) => {
        const right = responseTo(any);
        expect(successViolations(any, right)).toEqual([]);
        expect(responseSchema.safeParse(right).success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a list", []],
    ["an additional member", { ...response, confidence: null }],
    ["a missing member", Object.fromEntries(Object.entries(response).filter(([name]) => name !== "mode"))],
    ["another schema version", { ...response, schema_version: 1.1 }],
    ["a placeholder for the request id", { ...response, request_id: "req_123" }],
    ["another model", { ...response, model: "service-r13-d" }],
    ["a model version of 39 digits", { ...response, model_version: `r13-c@${"0".repeat(39)}` }],
    ["uppercase digits in the model version", { ...response, model_version: `r13-c@${"A".repeat(40)}` }],
    ["another task", { ...response, task: { ...request.task, instructions: "Who?" } }],
    ["a task with more members", { ...response, task: { ...request.task, note: "" } }],
    ["a date without a zone", { ...response, generated_at: "2026-01-01T00:00:00" }],
    ["a date that does not exist", { ...response, generated_at: "2026-02-30T00:00:00Z" }],
    ["another cutoff", { ...response, input_as_of: "2026-01-01T00:00:00+00:00" }],
    ["an input_id that is not the digest of the input", { ...response, input_id: `sha256:${"0".repeat(64)}` }],
    ["the mode illustration", { ...response, mode: "illustration" }],
    ["a confidence", withResult({ confidence: 1 / 3 })],
    ["another calibration status", withResult({ calibration_status: "verified" })],
    ["a choice that ties but is not first by code unit", withResult({ choice: "9" })],
    ["a choice that is not the most probable", withResult({ probabilities: { "9": 0.2, "10": 0.2, a: 0.6 } })],
    ["a missing option", withResult({ probabilities: { "10": 0.5, a: 0.5 } })],
    [
      "an option that is not in the request",
      withResult({ probabilities: { "9": 0.25, "10": 0.25, a: 0.25, b: 0.25 } }),
    ],
    ["a sum off by more than 1e-6", withResult({ choice: "a", probabilities: { "9": 0.2, "10": 0.2, a: 0.6000011 } })],
    ["a negative probability", withResult({ choice: "a", probabilities: { "9": -0.1, "10": 0.5, a: 0.6 } })],
    ["a probability as text", withResult({ probabilities: { "9": "0.2", "10": 0.4, a: 0.4 } })],
    ["a duration of null", withTiming({ load_ms: null })],
    ["a negative duration", withTiming({ inference_ms: -1 })],
    ["a cache hit", withTiming({ cache_hit: true })],
    ["a client_end_to_end_ms", withTiming({ client_end_to_end_ms: 3 })],
    ["an unknown duration", withTiming({ network_ms: 1 })],
    ["a cold start of null", withTiming({ cold_start: null })],
  ])("reports a response with %s", (_, body) => {
    expect(successViolations(request, body)).not.toEqual([]);
  });

  const issue = { code: "INVALID_TASK", path: "/task/a~1b", message: "task must not have this property." };
  const refusal = {
    error: { code: "INVALID_TASK", message: "No.", issues: [issue], doc_url: "/docs#INVALID_TASK" },
    request_id: REQUEST_ID,
  };
  const withError = (change: object) => ({ ...refusal, error: { ...refusal.error, ...change } });

  it("accepts a correct refusal", () => {
    expect(refusalViolations(422, refusal)).toEqual([]);
    expect(refusalViolations(422, withError({ issues: [] }))).toEqual([]);
  });

  it.each<[string, number, unknown]>([
    ["the status of another code", 400, refusal],
    ["a code outside the contract", 422, withError({ code: "BAD_REQUEST" })],
    ["a code of Object.prototype", 422, withError({ code: "constructor" })],
    ["a code that is not the first issue's", 422, withError({ code: "INVALID_REQUEST" })],
    ["a stack", 422, withError({ message: "TypeError at check (/srv/check.ts:3:1)" })],
    ["SQL", 422, withError({ message: "SELECT id FROM credentials" })],
    ["51 issues", 422, withError({ issues: Array.from({ length: 51 }, () => issue) })],
    ["a path that is not a JSON Pointer", 422, withError({ issues: [{ ...issue, path: "task.a" }] })],
    ["no address in the reference", 422, withError({ doc_url: undefined })],
    ["a submission without a status", 422, withError({ submission: { id: REQUEST_ID } })],
    ["another member", 422, withError({ hint: "Try again." })],
    ["no request id", 422, { error: refusal.error }],
    ["no body", 422, undefined],
  ])("reports a refusal with %s", (_, status, body) => {
    expect(refusalViolations(status, body)).not.toEqual([]);
  });
});
