import { describe, expect, it } from "vitest";
import { openaiShape, type Said } from "#test/completions.ts";
import { completionSchema } from "./completion.ts";
import { logprobs } from "./logprobs.ts";
import type { Method } from "./method.ts";
import { verbalised } from "./verbalised.ts";

const LABELS = ["A", "B", "C"];

function read(method: Method, completion: Said) {
  return method.read(completionSchema.parse(openaiShape(completion)).choices[0], LABELS);
}

describe("probabilities that are said", () => {
  const completion = (numbers: unknown, more: Said = {}) =>
    read(verbalised, { content: typeof numbers === "string" ? numbers : JSON.stringify(numbers), ...more });

  it("are asked for in up to five orders, held to a strict schema with every label", () => {
    expect([2, 4, 5, 6, 20].map(verbalised.orders)).toEqual([2, 4, 5, 5, 5]);
    const number = { type: "number", minimum: 0, maximum: 100 };
    expect(verbalised.parameters(LABELS).response_format).toMatchObject({
      json_schema: {
        strict: true,
        schema: {
          properties: { A: number, B: number, C: number },
          required: LABELS,
          additionalProperties: false,
        },
      },
    });
  });

  it.each([
    [{ A: 50, B: 30, C: 20 }, [0.5, 0.3, 0.2]],
    [{ C: 100, A: 0, B: 0 }, [0, 0, 1]],
    [{ A: 49, B: 49, C: 0 }, [0.5, 0.5, 0]],
    [{ A: 51, B: 51, C: 0 }, [0.5, 0.5, 0]],
    [' {"A": 99.5, "B": 0.25, "C": 0.25}\n', [0.995, 0.0025, 0.0025]],
  ])("are read, and brought to a sum of 1: %j", (numbers, distribution) => {
    expect(completion(numbers)).toEqual({ ok: true, distribution });
  });

  it.each([
    ["a label is missing", { A: 50, B: 50 }],
    ["a label is too many", { A: 50, B: 30, C: 20, D: 0 }],
    ["a label is small", { a: 50, B: 30, C: 20 }],
    ["a label is there twice", '{"A":50,"B":30,"C":20,"A":50}'],
    ["a number is in a string", { A: "50", B: 30, C: 20 }],
    ["a number is null", { A: null, B: 80, C: 20 }],
    ["a number is not finite", '{"A":1e999,"B":0,"C":0}'],
    ["a number is below 0", { A: -1, B: 81, C: 20 }],
    ["a number is above 100", { A: 101, B: 0, C: 0 }],
    ["they sum to 97.9", { A: 47.9, B: 30, C: 20 }],
    ["they sum to 102.1", { A: 52.1, B: 30, C: 20 }],
    ["they sum to 1", { A: 0.5, B: 0.3, C: 0.2 }],
    ["it is a list", [50, 30, 20]],
    ["it is prose", "A: 50 %, B: 30 %, C: 20 %"],
    ["it is fenced", '```json\n{"A":50,"B":30,"C":20}\n```'],
    ["it thinks aloud", '<think>hm</think>{"A":50,"B":30,"C":20}'],
    ["it is cut", '{"A":50,"B":30'],
    ["it is empty", ""],
  ])("are no sample where %s", (_, numbers) => {
    expect(completion(numbers)).toMatchObject({ ok: false });
  });

  it.each(["length", "content_filter", "tool_calls", null])("are no sample where the end is %s", (finish_reason) => {
    expect(completion({ A: 50, B: 30, C: 20 }, { finish_reason })).toMatchObject({ ok: false });
  });
});

describe("the probabilities of a token", () => {
  const top = (...tokens: [string, number][]) => read(logprobs, { content: "A", finish_reason: "length", top: tokens });

  it("are asked for in every order", () => {
    expect([2, 5, 20].map(logprobs.orders)).toEqual([2, 5, 20]);
    expect(logprobs.parameters(LABELS)).toMatchObject({ max_tokens: 1, logprobs: true, top_logprobs: 20 });
  });

  it("are summed over the spellings of a label, and divided by what is on labels", () => {
    const sample = top(["A", 0.25], [" A", 0.125], ["B", 0.125], ["\n C ", 0.25], ["The", 0.25]);
    expect(sample.ok && sample.distribution.map((value) => Number(value.toFixed(12)))).toEqual([
      0.5, 0.166666666667, 0.333333333333,
    ]);
  });

  it("are 0 for a label that is not among the likeliest", () => {
    const sample = top(["B", 1], ["C", 0]);
    expect(sample).toEqual({ ok: true, distribution: [0, 1, 0] });
  });

  it.each<[string, [string, number][]]>([
    [
      "less than half is on labels",
      [
        ["A", 0.3],
        ["B", 0.19],
        ["The", 0.51],
      ],
    ],
    [
      "other words begin with labels",
      [
        ["A", 0.3],
        ["As", 0.3],
        ["a", 0.2],
        ["AB", 0.2],
      ],
    ],
    [
      "there is more than everything",
      [
        ["A", 0.9],
        ["B", 0.9],
      ],
    ],
  ])("are no sample where %s", (_, tokens) => {
    expect(top(...tokens)).toMatchObject({ ok: false });
  });

  it.each<Said>([{ content: "A" }, { content: "A", top: [] }])(
    "are an error where there are none: %j",
    (completion) => {
      expect(() => read(logprobs, completion)).toThrow(expect.objectContaining({ code: "INVALID_MODEL_RESPONSE" }));
    },
  );
});
