import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readError } from "./read-error.ts";

const errorOf = (status: number, body: unknown) =>
  readError({ status, retryAfter: undefined, body: Buffer.from(JSON.stringify(body)) });

describe("a prompt that is too long", () => {
  it.each<[server: string, message: string, limit: number | undefined]>([
    ["AI21", "Prompt has too many tokens", undefined],
    ["Bedrock", "Input is too long for requested model.", undefined],
    [
      "Cerebras",
      "Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192",
      8192,
    ],
    ["Cohere", "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.", 4081],
    ["DashScope", "Range of input length should be [1, 30720]", 30_720],
    ["Fireworks", "The prompt is too long: 15000, model maximum context length: 8192", 8192],
    ["llama.cpp", "the request exceeds the available context size, try increasing it", undefined],
    ["LM Studio", "The model is loaded with context length of only 4096 tokens, which is not enough.", 4096],
    ["MiniMax", "invalid params, context window exceeds limit (2013)", 2013],
    ["Mistral", "Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32_768],
    ["Moonshot", "Invalid request: Your request exceeded model token limit: 8192", 8192],
    ["Ollama", "the input length exceeds the context length", undefined],
    ["Ollama", "prompt too long; exceeded max context length by 4096 tokens", undefined],
    ["OpenAI", "Your input exceeds the context window of this model.", undefined],
    [
      "OpenAI",
      "This model's maximum context length is 128,000 tokens. However, your messages resulted in 130,001 tokens.",
      128_000,
    ],
    ["SGLang", "The input (5000 tokens) is longer than the model's context length (4096 tokens).", 4096],
    ["SGLang", "Requested token count exceeds the model's maximum context length of 8192 tokens.", 8192],
    ["Text Generation Inference", "`inputs` must have less than 1024 tokens. Given: 2000", 1024],
    [
      "Text Generation Inference",
      "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2100 `inputs` tokens and 20 `max_new_tokens`",
      2048,
    ],
    ["xAI", "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
    ["Zhipu", "Prompt exceeds max length", undefined],
  ])("is recognised in the words of %s: %s", (_, message, limit) => {
    const stated = limit === undefined ? "they exceed its limit." : `its limit of ${limit} tokens.`;
    const bodies = [
      { error: { message } },
      { error: message },
      { message },
      { detail: message },
      [{ error: { message } }],
    ];
    for (const body of bodies) {
      const found = errorOf(400, body);
      expect(found).toMatchObject({ code: "TASK_NOT_SUPPORTED", reason: "context_too_long", declined: true });
      expect(found.message).toContain(stated);
    }
    // llama.cpp returns 500 when its context fills up during an inference.
    expect(errorOf(500, { error: { message } })).toMatchObject({ reason: "context_too_long", declined: false });
  });

  it.each<[number, string]>([
    [400, "max_tokens is too large: 200000. This model supports at most 16384 completion tokens."],
    [400, "max_tokens must be less than 4096"],
    [400, "The maximum tokens you requested exceeds the model limit of 8192"],
    [400, "Unsupported parameter: 'max_tokens' is not supported with this model."],
    [400, "Invalid schema for response_format 'probabilities'"],
    [429, "Request too large for gpt-4.1 on tokens per min (TPM): Limit 30000, Requested 40000."],
    [503, "The prompt queue is too long"],
    [500, "Internal server error"],
  ])("is not seen in another error: %d, %s", (status, message) => {
    expect(errorOf(status, { error: { message } }).code).not.toBe("TASK_NOT_SUPPORTED");
  });
});

describe("the text of an error", () => {
  it("is read from known members only, because others may repeat text of the caller", () => {
    const input = "the prompt is too long and the api key is invalid, insufficient credits";
    const body = {
      detail: [{ type: "missing", loc: ["body"], msg: "Field required", input: { message: input, type: "billing" } }],
    };
    expect(errorOf(400, body)).toMatchObject({ code: "INVALID_MODEL_RESPONSE", declined: false });
  });

  it("is never in the detail for the log, whatever it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 201, max: 599 }), fc.jsonValue({ maxDepth: 4 }), (status, body) => {
        const { detail, code } = errorOf(status, { error: { message: "a secret", type: "a secret, in words", body } });
        expect(detail).not.toContain("secret");
        expect(code).toMatch(/^[A-Z_]+$/);
      }),
    );
  });
});
