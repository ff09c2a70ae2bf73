import type { TokenUsage } from "#lib/domain/token-usage.ts";
import type { TokenPrices } from "#server/config/model-settings.ts";
import type { Completion } from "./completion.ts";

const MILLION = 1_000_000;

/**
 * Adds up the token usage of the calls of a forecast, and its cost. Undefined unless the server reported the usage of
 * every call, because a partial sum could be mistaken for the total.
 */
export function readUsage(completions: readonly Completion[], prices: TokenPrices | undefined): TokenUsage | undefined {
  const usages = completions.flatMap(({ usage }) => usage ?? []);
  if (usages.length === 0 || usages.length < completions.length) return undefined;
  const total = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
  for (const { prompt_tokens, completion_tokens, prompt_tokens_details } of usages) {
    const cached = prompt_tokens_details?.cached_tokens ?? 0;
    total.input_tokens += prompt_tokens;
    total.cached_input_tokens += Math.min(cached, prompt_tokens);
    total.output_tokens += completion_tokens;
  }
  if (prices === undefined) return total;
  const { input, cachedInput, output, currency } = prices;
  const uncached = total.input_tokens - total.cached_input_tokens;
  const millionths = uncached * input + total.cached_input_tokens * cachedInput + total.output_tokens * output;
  return { ...total, cost: { amount: millionths / MILLION, currency } };
}
