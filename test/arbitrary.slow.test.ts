import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { parseBody, parseText } from "#lib/contract/parse-body.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { mutatedBody, usableRequest, validRequest } from "./arbitrary.ts";
import { effort } from "./effort.ts";

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

function answerTo(text: string): string {
  const parsed = parseText(text);
  if (!parsed.ok) return parsed.issue.code;
  const check = checkRequest(parsed.value, parsed.duplicates);
  return check.ok ? "ok" : check.issues[0].code;
}

describe("the request generators", () => {
  it.each([
    ["valid", validRequest()],
    ["usable", usableRequest()],
  ])("generate %s requests that fit the body limit and that the contract accepts unchanged", (_, requests) => {
    fc.assert(
      fc.property(requests, (request) => {
        const bytes = encode(request);
        expect(bytes.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
        const parsed = parseBody(bytes);
        if (!parsed.ok) throw new Error(parsed.issue.message);
        expect(checkRequest(parsed.value, parsed.duplicates)).toEqual({ ok: true, request });
      }),
      { numRuns: effort({ sample: 300, full: 1_000 }) },
    );
  });

  it("cover 2 to 20 options, texts of thousands of characters, every kind of observation, and an empty context", () => {
    const requests = fc.sample(validRequest(), { numRuns: effort({ sample: 700, full: 2_000 }), seed: 1 });
    const some = (is: (request: PredictionRequest) => boolean) => requests.some(is);
    const options = ({ task }: PredictionRequest) => Object.keys(task.criteria);
    expect(some((request) => options(request).length === 2)).toBe(true);
    expect(some((request) => options(request).length === 20)).toBe(true);
    expect(some((request) => options(request).includes("constructor"))).toBe(true);
    expect(some(({ task }) => [...task.instructions].length > 7_000)).toBe(true);
    expect(some(({ input }) => input.context.length === 0)).toBe(true);
    for (const kind of ["forecast", "counts", "measurement", "history", "partition", undefined]) {
      expect(
        some(({ input }) => input.context.some((item) => item.type === "structured" && item.data.kind === kind)),
      ).toBe(true);
    }
    expect(some(({ input }) => input.as_of.endsWith("Z"))).toBe(true);
    expect(some(({ input }) => /\.\d+[+-]/.test(input.as_of))).toBe(true);
    expect(some(({ input }) => input.context.some((item) => item.observed_at.includes(":60")))).toBe(true);
  });

  it("mutate bodies so that every code from INVALID_JSON to FUTURE_INPUT occurs and less than a quarter stay valid", () => {
    const answers = fc
      .sample(mutatedBody(), { numRuns: effort({ sample: 1_300, full: 4_000 }), seed: 1 })
      .map(answerTo);
    const [first, last] = [ERROR_CODES.indexOf("INVALID_JSON"), ERROR_CODES.indexOf("FUTURE_INPUT")];
    expect(new Set(answers)).toEqual(new Set(["ok", ...ERROR_CODES.slice(first, last + 1)]));
    expect(answers.filter((answer) => answer === "ok").length).toBeLessThan(answers.length / 4);
  });
});
