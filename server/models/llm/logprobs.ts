import { z } from "zod";
import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import { sum, toSumOne } from "#lib/stats/log-space.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Completion } from "./complete.ts";
import { type Method, rejected, type Sample } from "./method.ts";

/** The least total probability of all labels in a usable answer. */
const MIN_MASS = 0.5;
/** The greatest total probability of all labels in a usable answer. Above 1, because servers round logarithms. */
const MAX_MASS = 1.001;

/**
 * Method that reads the probabilities of the labels from the log probabilities of the single answer token. A label that
 * is not among the 20 likeliest tokens gets 0, which is later raised to the floor.
 */
export const logprobs: Method = {
  name: "logprobs",
  // One call per option: full rotation puts each option in each position exactly once.
  calls: (options) => options,
  ask: (labels) => `Which option will turn out to be right? Answer with its label alone, one of ${labels.join(", ")}.`,
  // Servers compute log probabilities before or after applying the temperature. At temperature 1 both are equal.
  temperature: 1,
  maxTokens: 1,
  responseFormat: () => undefined,
  read,
  // No shrinkage, because the samples differ by position bias, which full rotation already balances.
  combining: { floor: 0.001, shrink: false },
};

function read({ body }: Completion, labels: readonly string[]): Sample {
  const tokens = bodySchema.safeParse(body).data ?? [];
  if (tokens.length === 0)
    throw new GatewayError("INVALID_MODEL_RESPONSE", { detail: "the server returned no logprobs" });
  const masses = labels.map((label) =>
    sum(tokens.filter(({ token }) => token.trim() === label).map(({ logprob }) => Math.exp(logprob))),
  );
  const mass = sum(masses);
  if (mass > MAX_MASS) return rejected("the token probabilities sum to more than 1");
  if (mass < MIN_MASS) return rejected("the labels have less than half of the probability");
  return { ok: true, distribution: toSumOne(masses) };
}

/** A token without a number has probability 0, which some servers write as null. */
const tokenSchema = z.looseObject({ token: z.string(), logprob: z.number().catch(Number.NEGATIVE_INFINITY) });
const positionSchema = z.looseObject({ top_logprobs: z.array(tokenSchema) });
const choiceSchema = z.looseObject({ logprobs: z.looseObject({ content: z.tuple([positionSchema], z.unknown()) }) });

/** Parses the likeliest first tokens. They are read from the body, because the packages validate or drop them. */
const bodySchema = z
  .looseObject({ choices: z.tuple([choiceSchema], z.unknown()) })
  .transform(({ choices }) => choices[0].logprobs.content[0].top_logprobs);

/** Returns the body without log probabilities, among which one unexpected value would fail a package's validation. */
export function withoutLogprobs(body: JsonObject): JsonObject {
  if (!Array.isArray(body.choices)) return body;
  const choices = body.choices.map((choice) => (isJsonObject(choice) ? { ...choice, logprobs: null } : choice));
  return { ...body, choices };
}
