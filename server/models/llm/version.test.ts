import { describe, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { captureBody } from "./complete.ts";
import { labelsFor } from "./labels.ts";
import { describeModel, modelVersion } from "./llm-model.ts";
import { logprobs } from "./logprobs.ts";
import { SYSTEM } from "./prompt.ts";
import { loadProvider } from "./providers.ts";
import { createVerbalised } from "./verbalised.ts";

const verbalised = createVerbalised({ samples: 5, reasoning: false });
const BASE = { MODEL_ADAPTER: "llm", MODEL_URL: "http://model:8000/v1", MODEL_NAME: "a-model" };

async function describeWith(changed: object = {}, method = verbalised, system = SYSTEM) {
  const { model } = readConfig({ ...BASE, ...changed });
  if (model.adapter !== "llm") throw new Error("expected a language model");
  const provider = await loadProvider(model);
  const labels = labelsFor(2);
  const messages = [
    { role: "system", content: system },
    { role: "user", content: method.ask(labels) },
  ] as const;
  const sent = await captureBody(provider, method, model, messages, labels);
  return describeModel(model, provider.endpoint, method, sent);
}

const versionWith = async (...changed: Parameters<typeof describeWith>) => modelVersion(await describeWith(...changed));
const version = await versionWith();

describe("the model version", () => {
  it("has the contract's format, and is deterministic", async () => {
    expect(version).toMatch(/^r13-c@[a-f0-9]{40}$/);
    expect(await versionWith()).toBe(version);
  });

  it.each([
    { MODEL_PROVIDER: "openai" },
    { MODEL_NAME: "another" },
    { MODEL_TEMPERATURE: "0" },
    { MODEL_MAX_TOKENS: "800" },
    { MODEL_EXTRA_BODY: '{"top_p":0.9}' },
    { MODEL_HEADERS: '{"x-route":"a"}' },
    { MODEL_PARALLEL: "2" },
  ])("changes with %j", async (changed) => {
    expect(await versionWith(changed)).not.toBe(version);
  });

  it.each([
    { MODEL_URL: "http://other:8000/v1" },
    { MODEL_TOKEN: "a-token" },
    { MODEL_TIMING: "observed" },
    { MODEL_PRICE_INPUT: "1", MODEL_PRICE_OUTPUT: "1" },
  ])("does not change with %j", async (changed) => {
    expect(await versionWith(changed)).toBe(version);
  });

  it("does not change with a setting that the provider's package does not send", async () => {
    const reasoning = { MODEL_PROVIDER: "openai", MODEL_NAME: "o3" };
    expect(await versionWith({ ...reasoning, MODEL_TEMPERATURE: "0.5" })).toBe(await versionWith(reasoning));
  });

  it.each<[string, typeof verbalised]>([
    ["the method", logprobs],
    ["the wording of the question", { ...verbalised, ask: (labels) => `${verbalised.ask(labels)} ` }],
    ["the schema", { ...verbalised, responseFormat: (labels) => verbalised.responseFormat(labels.toReversed()) }],
    ["the number of samples", createVerbalised({ samples: 4, reasoning: false })],
    ["reasoning", createVerbalised({ samples: 5, reasoning: true })],
    ["the floor", { ...verbalised, combining: { ...verbalised.combining, floor: 0.005 * (1 + 1e-12) } }],
    ["shrinkage", { ...verbalised, combining: { ...verbalised.combining, shrink: false } }],
  ])("changes with %s", async (_, method) => {
    expect(await versionWith({}, method)).not.toBe(version);
  });

  it("changes with the system prompt and the adapter's version", async () => {
    expect(await versionWith({}, verbalised, `${SYSTEM} `)).not.toBe(version);
    const description = await describeWith();
    expect(modelVersion({ ...description, adapter_version: description.adapter_version + 1 })).not.toBe(version);
  });

  it("contains the fingerprints of the answers, each once and in any order", async () => {
    const description = await describeWith();
    const marked = modelVersion(description, ["fp_2", "fp_1", "fp_1"]);
    expect(marked).not.toBe(version);
    expect(modelVersion(description, ["fp_1", "fp_2"])).toBe(marked);
    expect(modelVersion(description, ["fp_1"])).not.toBe(marked);
  });
});
