import type { JsonObject } from "#lib/contract/json.ts";
import type { Vector } from "#lib/stats/log-space.ts";
import type { Choice } from "./completion.ts";

/** A method of getting probabilities from a language model. */
export interface Method {
  readonly name: "verbalised" | "logprobs";
  /** The number of calls for a task with that many options. */
  readonly calls: (options: number) => number;
  /** The end of the prompt. */
  readonly ask: (labels: readonly string[]) => string;
  /** The members of the body that make the method work. */
  readonly parameters: (labels: readonly string[]) => JsonObject;
  /** What the method needs where the configuration sets nothing. */
  readonly temperature?: number;
  /** The method's own limit of the answer's length, which no configuration replaces. */
  readonly maxTokens?: number;
  /** Throws INVALID_MODEL_RESPONSE if the server lacks what the method needs. */
  readonly read: (choice: Choice, labels: readonly string[]) => Sample;
  readonly combining: Combining;
}

/** How the usable samples of a forecast become one distribution. */
export interface Combining {
  /** The least probability of an option in one sample, so that no sample has a veto. */
  readonly floor: number;
  /** Whether disagreement of the samples moves the answer towards equal probabilities. */
  readonly shrink: boolean;
}

/** The answer of one call: a distribution in the order of the labels that sums to 1, or why it is unusable. */
export type Sample =
  | {
      readonly ok: true;
      readonly distribution: Vector;
      /** What the model's numbers summed to, in percent, if that was not 100. */
      readonly summedTo?: number;
    }
  | { readonly ok: false; readonly reason: string };

export function rejected(reason: string): Sample {
  return { ok: false, reason };
}
