import type OpenAI from "openai";
import type { Vector } from "#lib/stats/log-space.ts";
import type { Choice } from "./completion.ts";

/** A method of getting probabilities from a language model. */
export interface Method {
  readonly name: "verbalised" | "logprobs";
  /** The number of different option orders, with one call each. */
  readonly orders: (options: number) => number;
  /** The end of the prompt. */
  readonly ask: (labels: readonly string[]) => string;
  readonly parameters: (labels: readonly string[]) => Parameters;
  /** Throws INVALID_MODEL_RESPONSE if the server lacks what the method needs. */
  readonly read: (choice: Choice, labels: readonly string[]) => Sample;
}

export type Parameters = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model" | "messages">;

/** The answer of one call: a distribution in the order of the labels that sums to 1, or why it is unusable. */
export type Sample =
  | { readonly ok: true; readonly distribution: Vector }
  | { readonly ok: false; readonly reason: string };

export function rejected(reason: string): Sample {
  return { ok: false, reason };
}
