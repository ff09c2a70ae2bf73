import { sum, toSumOne } from "#lib/stats/log-space.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Choice } from "./completion.ts";
import { type Method, rejected, type Sample } from "./method.ts";

const MIN_MASS = 0.5;
/** Tolerates the rounding of logarithms. */
const MAX_MASS = 1.001;

/**
 * Reads the probabilities of the single answer token. A label that is not among the 20 likeliest tokens is only known
 * to be unlikely.
 */
export const logprobs: Method = {
  name: "logprobs",
  // Full rotation puts each option in each position once.
  calls: (options) => options,
  ask: (labels) => `Which option will turn out to be right? Answer with its label alone, one of ${labels.join(", ")}.`,
  // At temperature 1 these are the model's own probabilities, whether a server computes them before or after applying
  // the temperature.
  temperature: 1,
  maxTokens: 1,
  parameters: () => ({ logprobs: true, top_logprobs: 20 }),
  read,
  // Orders differ by position bias, which a full rotation balances, so their disagreement does not cause shrinkage.
  combining: { floor: 0.001, shrink: false },
};

function read(choice: Choice, labels: readonly string[]): Sample {
  const tokens = readTopTokens(choice);
  if (tokens === undefined) throw new GatewayError("INVALID_MODEL_RESPONSE", { detail: "it gives no logprobs" });
  const masses = labels.map((label) =>
    sum(tokens.filter(({ token }) => token.trim() === label).map(({ logprob }) => Math.exp(logprob))),
  );
  const mass = sum(masses);
  if (mass > MAX_MASS) return rejected("its probabilities sum to more than 1");
  if (mass < MIN_MASS) return rejected("less than half of the probability is on labels");
  return { ok: true, distribution: toSumOne(masses) };
}

/** Returns the likeliest first tokens with their log probabilities; undefined if the server returns none. */
export function readTopTokens({ logprobs }: Choice) {
  const tokens = logprobs?.content?.[0]?.top_logprobs ?? [];
  return tokens.length > 0 ? tokens : undefined;
}
