import { describe, expect, it } from "vitest";
import { logprobs } from "./logprobs.ts";
import { SYSTEM } from "./prompt.ts";
import { createVerbalised } from "./verbalised.ts";
import { describeModel, modelVersion } from "./version.ts";

const verbalised = createVerbalised({ samples: 5, reasoning: false });
const settings = {
  name: "a-model",
  temperature: undefined,
  maxTokens: undefined,
  maxTokensField: "max_tokens" as const,
  extraBody: {},
  headers: {},
  parallel: 1,
};
const description = describeModel(settings, verbalised, SYSTEM);
const version = modelVersion(description);

describe("the model version", () => {
  it("has the contract's format, and is deterministic", () => {
    expect(version).toMatch(/^r13-c@[a-f0-9]{40}$/);
    expect(modelVersion(describeModel({ ...settings }, verbalised, SYSTEM))).toBe(version);
  });

  it.each<[string, Partial<Parameters<typeof describeModel>[0]>]>([
    ["the model's name", { name: "another" }],
    ["a temperature", { temperature: 0 }],
    ["a token limit", { maxTokens: 800 }],
    ["an additional member of the body", { extraBody: { top_p: 0.9 } }],
    ["a header", { headers: { "x-route": "a" } }],
    ["the number of parallel calls", { parallel: 2 }],
  ])("changes with %s", (_, changed) => {
    expect(modelVersion(describeModel({ ...settings, ...changed }, verbalised, SYSTEM))).not.toBe(version);
  });

  it.each<[string, typeof verbalised]>([
    ["the method", logprobs],
    ["the wording of the question", { ...verbalised, ask: (labels) => `${verbalised.ask(labels)} ` }],
    ["the schema", { ...verbalised, parameters: (labels) => verbalised.parameters(labels.toReversed()) }],
    ["the number of samples", createVerbalised({ samples: 4, reasoning: false })],
    ["reasoning", createVerbalised({ samples: 5, reasoning: true })],
    ["the floor", { ...verbalised, combining: { ...verbalised.combining, floor: 0.005 * (1 + 1e-12) } }],
    ["shrinkage", { ...verbalised, combining: { ...verbalised.combining, shrink: false } }],
  ])("changes with %s", (_, method) => {
    expect(modelVersion(describeModel(settings, method, SYSTEM))).not.toBe(version);
  });

  it("changes with the system prompt and the adapter's version", () => {
    expect(modelVersion(describeModel(settings, verbalised, `${SYSTEM} `))).not.toBe(version);
    const { adapter_version } = description;
    expect(modelVersion({ ...description, adapter_version: adapter_version + 1 })).not.toBe(version);
  });
});
