import type { TokenUsage } from "#lib/domain/token-usage.ts";
import type { TokenPrices } from "#server/config/model-settings.ts";
import type { Completion } from "./complete.ts";

const MILLION = 1_000_000;

/**
 * Adds up the token usage of the calls of a forecast, and its cost. Undefined unless the server reported the usage of
 * every call, because a partial sum could be mistaken for the total.
 */
export function readUsage(
  completions: readonly Pick<Completion, "usage">[],
  prices: TokenPrices | undefined,
): TokenUsage | undefined {
  if (completions.length === 0) return undefined;
  const total = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  for (const { usage } of completions) {
    const { inputTokens, outputTokens } = usage;
    const [input, output] = [inputTokens.total, outputTokens.total];
    if (!isCount(input) || !isCount(output)) return undefined;
    total.input_tokens += input;
    total.cached_input_tokens += within(inputTokens.cacheRead, input);
    total.output_tokens += output;
    total.reasoning_tokens += within(outputTokens.reasoning, output);
  }
  if (prices === undefined) return total;
  const { input, cachedInput, output, currency } = prices;
  const uncached = total.input_tokens - total.cached_input_tokens;
  const millionths = uncached * input + total.cached_input_tokens * cachedInput + total.output_tokens * output;
  return { ...total, cost: { amount: millionths / MILLION, currency } };
}

function isCount(tokens: number | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0;
}

/** Returns a part of a total; 0 if the server does not report it. */
function within(part: number | undefined, total: number): number {
  return isCount(part) ? Math.min(part, total) : 0;
}
