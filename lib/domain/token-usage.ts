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

/** For whom forecasts are made. Usage is added up for each of them. */
export const PAYERS = ["credential", "member", "evaluation", "candidate"] as const;

export const PAYER_LABELS: Readonly<Record<Payer, string>> = {
  credential: "API keys",
  member: "members",
  evaluation: "evaluations",
  candidate: "the candidate",
};

/** Number of days whose usage the console adds up. */
export const USAGE_DAYS = 30;

export type Payer = (typeof PAYERS)[number];

/** Added up over forecasts, for each currency. `currency` is empty for forecasts without prices. */
export interface UsageTotal extends Omit<TokenUsage, "cost"> {
  readonly forecasts: number;
  readonly currency: string;
  readonly cost: number;
}
