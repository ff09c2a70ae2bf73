/**
 * Chat completions in the formats that language model servers document, with constant durations. The durations are
 * small, because the gateway discards durations longer than its own measurement.
 */

export interface Said {
  readonly content?: string | null;
  readonly finish_reason?: string | null;
  readonly refusal?: string | null;
  /** The most probable candidates for the first token, with their probabilities. */
  readonly top?: readonly (readonly [token: string, probability: number])[];
}

/** OpenAI's format, without durations: https://platform.openai.com/docs/api-reference/chat/object. */
export function openaiShape({ content = null, finish_reason = "stop", refusal = null, top }: Said) {
  const tokens = top?.map(([token, probability]) => ({
    token,
    logprob: probability === 0 ? -9999 : Math.log(probability),
    bytes: [...Buffer.from(token)],
  }));
  return {
    id: "chatcmpl-0",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "a-model",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal },
        logprobs: tokens === undefined ? null : { content: [{ ...tokens[0], top_logprobs: tokens }], refusal: null },
        finish_reason,
      },
    ],
    usage: { prompt_tokens: 210, completion_tokens: 24, total_tokens: 234 },
  };
}

/** vLLM with `--enable-per-request-metrics`: https://docs.vllm.ai/en/stable/features/per_request_metrics/. */
export function vllmShape(completion: Said) {
  const metrics = {
    time_to_first_token_ms: 0.5,
    generation_time_ms: 0.25,
    queue_time_ms: 0.125,
    mean_itl_ms: null,
    tokens_per_second: 103.2,
  };
  return { ...openaiShape(completion), service_tier: null, system_fingerprint: null, prompt_logprobs: null, metrics };
}

/**
 * llama.cpp: "Timings and context usage" in https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md.
 */
export function llamaShape(completion: Said) {
  const timings = {
    cache_n: 190,
    prompt_n: 20,
    prompt_ms: 0.5,
    prompt_per_token_ms: 0.025,
    prompt_per_second: 40_000,
    predicted_n: 24,
    predicted_ms: 0.25,
    predicted_per_token_ms: 0.01,
    predicted_per_second: 96_000,
  };
  return { ...openaiShape(completion), system_fingerprint: "b6400-3de008208", timings };
}

/** Ollama: a completion with durations in nanoseconds, as in https://docs.ollama.com/api/usage. */
export function ollamaShape(completion: Said) {
  const durations = {
    total_duration: 1_000_000,
    load_duration: 250_000,
    prompt_eval_count: 210,
    prompt_eval_duration: 400_000,
    eval_count: 24,
    eval_duration: 300_000,
  };
  return { ...openaiShape(completion), system_fingerprint: "fp_ollama", ...durations };
}
