import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Vector } from "#lib/stats/log-space.ts";
import type { Completion } from "./complete.ts";

/** A method to elicit probabilities from a language model. */
export interface Method {
  readonly name: "verbalised" | "logprobs";
  readonly calls: (options: number) => number;
  /** Returns the last part of the prompt: the question and the required form of the answer. */
  readonly ask: (labels: readonly string[]) => string;
  /** Returns the format in which the provider makes the model answer. */
  readonly responseFormat: (labels: readonly string[]) => LanguageModelV4CallOptions["responseFormat"];
  /** The temperature if the configuration sets none. */
  readonly temperature?: number;
  /** The token limit of an answer; overrides the configuration. */
  readonly maxTokens?: number;
  /** Reads the answer of one call. Throws INVALID_MODEL_RESPONSE if the server does not support the method. */
  readonly read: (completion: Completion, labels: readonly string[]) => Sample;
  readonly combining: Combining;
}

export interface Combining {
  /** Lower probabilities in a sample are raised to this value, so that no sample has a veto. */
  readonly floor: number;
  /** Whether disagreement between samples moves the answer towards equal probabilities. */
  readonly shrink: boolean;
}

/** The answer of one call: a distribution in label order that sums to 1, or the reason why the answer is unusable. */
export type Sample =
  | {
      readonly ok: true;
      readonly distribution: Vector;
      /** The sum of the model's numbers in percent; undefined if the sum was 100. */
      readonly summedTo?: number;
    }
  | { readonly ok: false; readonly reason: Reason };

/** A closed list, because the trace contains the reason but no text of the server. */
export type Reason =
  | "a number is outside 0 to 1000"
  | "the answer is incomplete"
  | "the answer is not one number for each label"
  | "the labels have less than half of the probability"
  | "the model called a tool"
  | "the model refused to answer"
  | "the model server was busy (429)"
  | "the numbers do not sum to between 90 and 110 percent"
  | "the token probabilities sum to more than 1";

export function rejected(reason: Reason): Sample {
  return { ok: false, reason };
}
