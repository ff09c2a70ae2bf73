import { formatCount } from "#lib/format.ts";
import { namesOf } from "#lib/names-of.ts";

/** The tokens of the calls to a language model for one forecast, as its server reports them. */
export interface TokenUsage {
  /** Tokens of the prompts, including `cached_input_tokens`. */
  readonly input_tokens: number;
  /** Prompt tokens that the server read from its cache. */
  readonly cached_input_tokens: number;
  /** Tokens of the answers, including `reasoning_tokens`. */
  readonly output_tokens: number;
  /** Output tokens spent on reasoning; 0 if the server does not report them. */
  readonly reasoning_tokens: number;
  /** At the prices configured at the time; missing without prices. */
  readonly cost?: { readonly amount: number; readonly currency: string };
}

/** Kinds of payers. Usage is added up for each payer. */
export const PAYER_LABELS = {
  credential: "API keys",
  member: "Members",
  evaluation: "Evaluations",
  candidate: "Candidate",
  gateway: "Tests of the model",
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

export interface MonthlyTokens {
  readonly used: number;
  /** Null without a budget. */
  readonly limit: number | null;
}

/** Describes the tokens used this month: "1,234", or "1,234 of 10,000 (12 %)". */
export function describeTokens({ used, limit }: MonthlyTokens): string {
  if (limit === null) return formatCount(used);
  return `${formatCount(used)} of ${formatCount(limit)} (${Math.floor((100 * used) / limit)} %)`;
}

/** Item of a list of settings. `variable`: the environment variable that sets the budget. */
export function itemOfTokens(tokens: MonthlyTokens, variable: string) {
  const isSet = tokens.limit === null ? " is not set" : "";
  return { name: "Tokens this month (UTC)", value: `${describeTokens(tokens)} (${variable}${isSet})` };
}
