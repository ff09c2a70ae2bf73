import { describe, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { createModel } from "#server/models/create-model.ts";
import { captureBody } from "./complete.ts";
import { loadProvider } from "./providers.ts";
import { createVerbalised } from "./verbalised.ts";

const BASE = { MODEL_ADAPTER: "llm", MODEL_URL: "http://model:8000/v1", MODEL_NAME: "a-model", MODEL_TOKEN: "a-token" };

function settingsOf(changed: object) {
  const { model } = readConfig({ ...BASE, ...changed });
  if (model.adapter !== "llm") throw new Error("expected a language model");
  return model;
}

async function bodyWith(changed: object) {
  const settings = settingsOf(changed);
  const method = createVerbalised({ samples: 1, reasoning: false });
  const messages = [{ role: "user", content: "Q" }] as const;
  return captureBody(await loadProvider(settings), method, settings, messages, ["A", "B"]);
}

const start = (changed: object) => createModel(settingsOf(changed), "service-r13-c", () => new Date());

describe("the body of a call", () => {
  it.each(["chat", "responses"])("tells OpenAI and Azure not to store it, at the endpoint %s", async (endpoint) => {
    for (const provider of ["openai", "azure"])
      expect(await bodyWith({ MODEL_PROVIDER: provider, MODEL_ENDPOINT: endpoint })).toMatchObject({ store: false });
  });

  it.each(["openai-compatible", "anthropic", "google"])("mentions no storage for %s", async (provider) => {
    expect(JSON.stringify(await bodyWith({ MODEL_PROVIDER: provider }))).not.toContain("store");
  });

  it("is merged with MODEL_EXTRA_BODY, in which null removes a member", async () => {
    const extra = { response_format: null, generationConfig: { thinkingConfig: { thinkingBudget: 0 } }, top_p: 0.9 };
    const changed = { MODEL_EXTRA_BODY: JSON.stringify(extra), MODEL_TEMPERATURE: "0.5" };
    const compatible = await bodyWith(changed);
    expect(compatible).toMatchObject({ top_p: 0.9, temperature: 0.5 });
    expect(compatible).not.toHaveProperty("response_format");
    expect(await bodyWith({ ...changed, MODEL_PROVIDER: "google" })).toMatchObject({
      generationConfig: {
        temperature: 0.5,
        responseMimeType: "application/json",
        thinkingConfig: { thinkingBudget: 0 },
      },
    });
  });

  it.each([
    [{}, { max_tokens: 500 }],
    [{ MODEL_MAX_TOKENS_FIELD: "max_completion_tokens" }, { max_completion_tokens: 500 }],
    [{ MODEL_PROVIDER: "openai", MODEL_NAME: "o3" }, { max_completion_tokens: 500 }],
    [{ MODEL_PROVIDER: "openai", MODEL_NAME: "o3", MODEL_MAX_TOKENS_FIELD: "max_tokens" }, { max_tokens: 500 }],
    [{ MODEL_PROVIDER: "azure", MODEL_MAX_TOKENS_FIELD: "max_completion_tokens" }, { max_completion_tokens: 500 }],
  ])("has one token limit, with %j: %j", async (changed, limit) => {
    const { max_tokens, max_completion_tokens } = await bodyWith({ ...changed, MODEL_MAX_TOKENS: "500" });
    expect(JSON.parse(JSON.stringify({ max_tokens, max_completion_tokens }))).toEqual(limit);
  });
});

describe("the start", () => {
  const accepted = [{}, { MODEL_PROVIDER: "openai", MODEL_NAME: "gpt-4.1" }, { MODEL_PROVIDER: "azure" }];
  const refused = [
    { MODEL_PROVIDER: "openai", MODEL_NAME: "o3" },
    { MODEL_PROVIDER: "openai", MODEL_NAME: "gpt-4.1", MODEL_ENDPOINT: "responses" },
    { MODEL_PROVIDER: "anthropic" },
    { MODEL_PROVIDER: "google" },
  ];

  it.each(accepted)("accepts MODEL_METHOD=logprobs with %j", async (changed) => {
    expect((await start({ ...changed, MODEL_METHOD: "logprobs" })).release).toBe("service-r13-c");
  });

  it.each(refused)("refuses MODEL_METHOD=logprobs with %j", async (changed) => {
    await expect(start({ ...changed, MODEL_METHOD: "logprobs" })).rejects.toThrow("MODEL_METHOD=logprobs needs");
  });

  it.each(["bedrock", "vertex"])("names the command that installs the package of %s", async (provider) => {
    await expect(start({ MODEL_PROVIDER: provider })).rejects.toThrow(
      /MODEL_PROVIDER needs .*npm install --save-exact @ai-sdk/,
    );
  });
});
