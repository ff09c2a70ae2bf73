import { namesOf } from "#lib/names-of.ts";

/** The tokens of the calls to a language model for one forecast, as its server reports them. */
export interface TokenUsage {
  /** Tokens of the prompts, including `cached_input_tokens`. */
  readonly input_tokens: number;
  /** Prompt tokens that the server read from its cache. */
  readonly cached_input_tokens: number;
  /** Tokens of the answers, including reasoning. */
  readonly output_tokens: number;
  /** At the prices configured at the time; missing without prices. */
  readonly cost?: { readonly amount: number; readonly currency: string };
}

/** Kinds of payers. Usage is added up for each payer. */
export const PAYER_LABELS = {
  credential: "API keys",
  member: "Members",
  evaluation: "Evaluations",
  candidate: "Candidate",
} as const;

export type Payer = keyof typeof PAYER_LABELS;

export const PAYERS = namesOf(PAYER_LABELS);

/** Number of days whose usage the console adds up. */
export const USAGE_DAYS = 30;

/** Total usage of several forecasts in one currency. `currency` is empty without prices. */
export interface UsageTotal extends Omit<TokenUsage, "cost"> {
  /** Forecasts with known usage, including failed ones. */
  readonly requests: number;
  readonly currency: string;
  readonly cost: number;
}
