import { describe, expect, it } from "vitest";
import type { JsonObject } from "#lib/contract/json.ts";
import { answered } from "#test/answered.ts";
import { openaiShape, type Said } from "#test/completions.ts";
import type { Completion } from "./complete.ts";
import { logprobs } from "./logprobs.ts";
import type { Method } from "./method.ts";
import { createVerbalised } from "./verbalised.ts";

const LABELS = ["A", "B", "C"];
const verbalised = createVerbalised({ samples: 5, reasoning: false });
const reasoned = createVerbalised({ samples: 5, reasoning: true });

const read = (method: Method, text: string, changed?: Partial<Completion>) =>
  method.read(answered(text, changed), LABELS);

describe("verbalised probabilities", () => {
  const completion = (numbers: unknown, changed?: Partial<Completion>) =>
    read(verbalised, typeof numbers === "string" ? numbers : JSON.stringify(numbers), changed);

  it("are requested MODEL_SAMPLES times, with a strict schema of bounded integers", () => {
    expect([2, 4, 20].map(verbalised.calls)).toEqual([5, 5, 5]);
    const number = { type: "integer", minimum: 0, maximum: 1000 };
    expect(verbalised.responseFormat(LABELS)).toEqual({
      type: "json",
      name: "probabilities",
      schema: {
        type: "object",
        properties: { A: number, B: number, C: number },
        required: LABELS,
        additionalProperties: false,
      },
    });
  });

  it("follow reasoning of limited length if MODEL_REASONING is set; the reasoning is not read", () => {
    const { schema } = Object(reasoned.responseFormat(LABELS));
    expect(Object.keys(schema.properties)).toEqual(["reasoning", "A", "B", "C"]);
    expect(schema).toMatchObject({
      properties: { reasoning: { type: "string", maxLength: 1500 } },
      required: ["reasoning", "A", "B", "C"],
    });
    expect(reasoned.ask(LABELS)).toContain('"reasoning"');
    expect(verbalised.ask(LABELS)).not.toContain("reasoning");
    const stated = { reasoning: "Often.", A: 500, B: 300, C: 200 };
    expect(read(reasoned, JSON.stringify(stated))).toEqual({ ok: true, distribution: [0.5, 0.3, 0.2] });
    expect(completion(stated)).toMatchObject({ ok: false });
  });

  it.each([
    [{ A: 500, B: 300, C: 200 }, [0.5, 0.3, 0.2], undefined],
    [{ C: 1000, A: 0, B: 0 }, [0, 0, 1], undefined],
    [{ A: 450, B: 450, C: 0 }, [0.5, 0.5, 0], 90],
    [{ A: 550, B: 550, C: 0 }, [0.5, 0.5, 0], 110],
    [' {"A": 995, "B": 2.5, "C": 2.5}\n', [0.995, 0.0025, 0.0025], undefined],
  ])("are divided by their sum, which is recorded if it is not 100 percent: %j", (numbers, distribution, summedTo) => {
    expect(completion(numbers)).toEqual({ ok: true, distribution, ...(summedTo === undefined ? {} : { summedTo }) });
  });

  it.each([
    ["a label is missing", { A: 500, B: 500 }],
    ["there is an additional label", { A: 500, B: 300, C: 200, D: 0 }],
    ["a label is in lower case", { a: 500, B: 300, C: 200 }],
    ["a label occurs twice", '{"A":500,"B":300,"C":200,"A":500}'],
    ["a number is in a string", { A: "500", B: 300, C: 200 }],
    ["a number is null", { A: null, B: 800, C: 200 }],
    ["a number is not finite", '{"A":1e999,"B":0,"C":0}'],
    ["a number has a huge exponent, as llama.cpp once answered", '{"A":-5E8888888888888888,"B":500,"C":500}'],
    ["a number is below 0", { A: -1, B: 801, C: 200 }],
    ["a number is above 1000", { A: 1001, B: 0, C: 0 }],
    ["the numbers sum to 89.9 percent", { A: 399, B: 300, C: 200 }],
    ["the numbers sum to 110.1 percent", { A: 601, B: 300, C: 200 }],
    ["the numbers are percentages", { A: 50, B: 30, C: 20 }],
    ["the numbers sum to 1", { A: 0.5, B: 0.3, C: 0.2 }],
    ["the answer is a list", [500, 300, 200]],
    ["the answer is prose", "A: 50 %, B: 30 %, C: 20 %"],
    ["the answer is in a code fence", '```json\n{"A":500,"B":300,"C":200}\n```'],
    ["the answer begins with a reasoning block", '<think>hm</think>{"A":500,"B":300,"C":200}'],
    ["the answer is truncated", '{"A":500,"B":300'],
    ["the answer is empty", ""],
  ])("are rejected if %s", (_, numbers) => {
    expect(completion(numbers)).toMatchObject({ ok: false });
  });

  const numbers = { A: 500, B: 300, C: 200 };

  it.each<[Completion["finish"]["unified"], string | undefined]>([
    ["length", "max_tokens"],
    ["tool-calls", "tool_calls"],
    ["error", "error"],
    ["interrupted", "abort"],
    ["other", "error"],
    ["other", "model_length"],
  ])("are rejected if the finish reason is %s (%s)", (unified, raw) => {
    expect(completion(numbers, { finish: { unified, raw } })).toMatchObject({ ok: false });
  });

  it.each<[Completion["finish"]["unified"], string | undefined]>([
    ["stop", "tool_use"],
    ...["eos", "eos_token", "end_turn", "STOP", "", "stop_sequence", "complete", undefined].map(
      (raw) => ["other", raw] as const satisfies [string, unknown],
    ),
  ])("are accepted if the finish reason is %s (%s)", (unified, raw) => {
    expect(completion(numbers, { finish: { unified, raw } })).toMatchObject({ ok: true });
  });
});

describe("token probabilities", () => {
  const readBody = (body: JsonObject) => read(logprobs, "A", { body, finish: { unified: "length", raw: "length" } });
  const readShape = (said: Said) => readBody(JSON.parse(JSON.stringify(openaiShape(said))));

  const top = (tokens: Readonly<Record<string, number>>) =>
    readShape({ content: "A", finish_reason: "length", top: Object.entries(tokens) });

  it("are requested once per option", () => {
    expect([2, 5, 20].map(logprobs.calls)).toEqual([2, 5, 20]);
    expect(logprobs.responseFormat(LABELS)).toBeUndefined();
    expect(logprobs).toMatchObject({ temperature: 1, maxTokens: 1 });
  });

  it("are summed over the spellings of a label and normalised over the labels", () => {
    const sample = top({ A: 0.25, " A": 0.125, B: 0.125, "\n C ": 0.25, The: 0.25 });
    expect(sample.ok && sample.distribution.map((value) => Number(value.toFixed(12)))).toEqual([
      0.5, 0.166666666667, 0.333333333333,
    ]);
  });

  it("are 0 for a label that is not among the likeliest tokens", () => {
    expect(top({ B: 1, C: 0 })).toEqual({ ok: true, distribution: [0, 1, 0] });
  });

  it("are 0 for a token whose log probability is null", () => {
    const top_logprobs = [
      { token: "A", logprob: 0 },
      { token: "The", logprob: null },
      { token: "B", logprob: null },
    ];
    const body = { choices: [{ logprobs: { content: [{ top_logprobs }] } }] };
    expect(readBody(body)).toEqual({ ok: true, distribution: [1, 0, 0] });
  });

  it.each<[string, Record<string, number>]>([
    ["the labels have less than half of the probability", { A: 0.3, B: 0.19, The: 0.51 }],
    ["other words begin with labels", { A: 0.3, As: 0.3, a: 0.2, AB: 0.2 }],
    ["the probabilities sum to more than 1", { A: 0.9, B: 0.9 }],
  ])("are rejected if %s", (_, tokens) => {
    expect(top(tokens)).toMatchObject({ ok: false });
  });

  it.each<Said>([{ content: "A" }, { content: "A", top: [] }])("are an error if missing: %j", (completion) => {
    expect(() => readShape(completion)).toThrow(expect.objectContaining({ code: "INVALID_MODEL_RESPONSE" }));
  });
});
