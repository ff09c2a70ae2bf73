import { describe, expect, it } from "vitest";
import { logprobs } from "./logprobs.ts";
import { verbalised } from "./verbalised.ts";
import { describeModel, modelVersion } from "./version.ts";

const description = describeModel("a-model", verbalised);
const version = modelVersion(description);

describe("the model version", () => {
  it("has the contract's form, and is the same whenever it is made", () => {
    expect(version).toMatch(/^r13-c@[a-f0-9]{40}$/);
    expect(modelVersion(describeModel("a-model", verbalised))).toBe(version);
  });

  it("changes with the model's name and with the method", () => {
    expect(modelVersion(describeModel("another", verbalised))).not.toBe(version);
    expect(modelVersion(describeModel("a-model", logprobs))).not.toBe(version);
  });

  it.each<[string, typeof verbalised]>([
    ["the words of the question", { ...verbalised, ask: (labels) => `${verbalised.ask(labels)} ` }],
    [
      "a parameter",
      { ...verbalised, parameters: (labels) => ({ ...verbalised.parameters(labels), temperature: 0.1 }) },
    ],
    ["the schema", { ...verbalised, parameters: (labels) => verbalised.parameters(labels.toReversed()) }],
    ["the number of orders", { ...verbalised, orders: (options) => Math.min(options, 4) }],
  ])("changes with %s", (_, method) => {
    expect(modelVersion(describeModel("a-model", method))).not.toBe(version);
  });

  it("changes with the prompt, the adapter's version and the floor", () => {
    const { prompt, adapter_version, floor } = description;
    for (const changed of [
      { prompt: { ...prompt, system: `${prompt.system} ` } },
      { adapter_version: adapter_version + 1 },
      { floor: floor * (1 + 1e-12) },
    ]) {
      expect(modelVersion({ ...description, ...changed })).not.toBe(version);
    }
  });
});
