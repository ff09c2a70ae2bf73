import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Task } from "#lib/contract/request.ts";
import { isGatewayError } from "#server/base/errors.ts";
import { TIMING } from "#test/faulty-model.ts";
import { readExample } from "#test/start-gateway.ts";
import { readAnswer } from "./http-model.ts";

const ID = "0198c9a0-0000-7000-8000-000000000000";
const CODES = ["INVALID_MODEL_RESPONSE", "INVALID_MODEL_TIMING"];
const { task } = readExample("binary");
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

const optionIds = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/), {
  minLength: 2,
  maxLength: 20,
});

/** Probabilities by option id. Their sum is 1 up to floating-point rounding. */
const distributions = optionIds.chain((options) =>
  fc
    .array(fc.double({ min: 1e-12, max: 1, noNaN: true }), { minLength: options.length, maxLength: options.length })
    .map((weights) => {
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return Object.fromEntries(options.map((option, index) => [option, (weights[index] ?? 0) / sum]));
    }),
);

function readable(bytes: Uint8Array): boolean {
  try {
    readAnswer(bytes, ID, task);
    return true;
  } catch (error) {
    if (!isGatewayError(error) || !CODES.includes(error.code)) throw error;
    return false;
  }
}

describe("an answer of a model server", () => {
  it("is passed on bit for bit, with any options and probabilities", () => {
    fc.assert(
      fc.property(distributions, fc.double({ min: 0, max: 1e6, noNaN: true }), (probabilities, inference_ms) => {
        const criteria = Object.fromEntries(Object.keys(probabilities).map((option) => [option, null]));
        const request: Task = { ...task, criteria };
        const timing = { ...TIMING, inference_ms };
        const answer = { model_version: `r13-c@${"0".repeat(40)}`, probabilities, timing };
        const read = readAnswer(bytesOf(answer), ID, request);
        expect(read).toEqual({ modelVersion: answer.model_version, probabilities, timing });
      }),
    );
  });

  it("causes only an error of the model server, whatever bytes it consists of", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !readable(bytes)));
    fc.assert(fc.property(fc.jsonValue(), (value) => !readable(bytesOf(value))));
  });

  it("is refused if any part is replaced by another JSON value", () => {
    const right = { model_version: `r13-c@${"0".repeat(40)}`, probabilities: { yes: 0.25, no: 0.75 }, timing: TIMING };
    expect(readable(bytesOf(right))).toBe(true);
    const names = fc.constantFrom("model_version", "probabilities", "timing", "choice", "mode", "request_id");
    fc.assert(fc.property(names, fc.jsonValue(), (name, value) => !readable(bytesOf({ ...right, [name]: value }))));
  });
});
