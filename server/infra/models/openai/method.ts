import type OpenAI from "openai";
import type { Vector } from "#lib/stats/log-space.ts";
import type { Choice } from "./completion.ts";

/** How probabilities are got out of a language model. */
export interface Method {
  readonly name: "verbalised" | "logprobs";
  /** In how many orders so many options are shown; one call each. */
  readonly orders: (options: number) => number;
  /** The end of the prompt. */
  readonly ask: (labels: readonly string[]) => string;
  readonly parameters: (labels: readonly string[]) => Parameters;
  /** Throws INVALID_MODEL_RESPONSE where the server cannot do what the method needs. */
  readonly read: (choice: Choice, labels: readonly string[]) => Sample;
}

export type Parameters = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model" | "messages">;

/** One call's answer: a distribution in the order of the labels, summing to 1, or why it is none. */
export type Sample =
  | { readonly ok: true; readonly distribution: Vector }
  | { readonly ok: false; readonly reason: string };

export function rejected(reason: string): Sample {
  return { ok: false, reason };
}
