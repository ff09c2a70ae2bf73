import { z } from "zod";
import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import { MAX_MONTHLY_TOKENS } from "#lib/domain/limits.ts";
import { endOfTraining } from "#lib/domain/training-cutoff.ts";
import { namesOf } from "#lib/names-of.ts";
import { type CamelCased, camelCase } from "./camel-case.ts";
import { type Environment, parseVariables } from "./parse-variables.ts";
import { baseUrl } from "./url-schemas.ts";
import { ASCII, choice, oneOf, path, upTo, whole, wholeOr } from "./value-schemas.ts";

/**
 * Members that MODEL_EXTRA_BODY may not contain: the adapter sets them or, for `n` and `stream`, cannot parse the
 * answer.
 */
const OWN_MEMBERS = [
  ...["model", "messages", "input", "contents", "system", "logprobs", "top_logprobs", "n", "stream", "store"],
];
const SET_OTHERWISE: Readonly<Record<string, string>> = {
  temperature: "MODEL_TEMPERATURE",
  max_tokens: "MODEL_MAX_TOKENS",
  max_completion_tokens: "MODEL_MAX_TOKENS",
};

const OWN_HEADERS = [
  ...["accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect"],
  ...["host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"],
];
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

export const jsonObject = z.string().transform((text, context): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {}
  context.addIssue({ code: "custom", message: "must be a JSON object" });
  return z.NEVER;
});

const extraBody = jsonObject.superRefine((body, context) => {
  for (const name of Object.keys(body)) {
    const variable = SET_OTHERWISE[name];
    if (OWN_MEMBERS.includes(name)) context.addIssue({ code: "custom", message: `must not contain ${name}` });
    if (variable !== undefined)
      context.addIssue({ code: "custom", message: `must not contain ${name}: use ${variable}` });
  }
});

const headers = jsonObject.transform((object, context) => {
  const found = Object.entries(object).map(([name, value]): [string, string] => {
    if (!HEADER_NAME.test(name) || typeof value !== "string" || !HEADER_VALUE.test(value)) {
      context.addIssue({ code: "custom", message: "must map header names to strings of printable ASCII characters" });
    } else if (OWN_HEADERS.includes(name.toLowerCase())) {
      context.addIssue({ code: "custom", message: `must not contain ${name.toLowerCase()}` });
    } else if (name.toLowerCase() === "authorization") {
      context.addIssue({ code: "custom", message: "must not contain authorization: use MODEL_TOKEN" });
    }
    return [name.toLowerCase(), String(value)];
  });
  return Object.fromEntries(found);
});

const MAX_PRICE = 1_000_000;

export const MODEL = {
  MODEL_ADAPTER: oneOf("pool", "http", "llm").meta({
    help: "source of the forecasts: `pool`: the embedded release; `http`: [your own model server](models.md); `llm`: [a language model](language-models.md)",
  }),
  MODEL_URL: baseUrl("/predict", "/chat/completions", "/responses", "/messages").meta({
    hidden: true,
    help: "address of the model server; required with `http` and, unless its provider has a default, with `llm`",
  }),
  MODEL_TOKEN: z.string().regex(ASCII, "must be ASCII characters without white space").optional().meta({
    secret: true,
    help: "token or API key that the gateway sends to the model server: as `Authorization: Bearer …`, or in the provider's own header",
  }),
  MODEL_CONCURRENCY: wholeOr(8, 1, 10_000).meta({
    help: "number of slots: the maximum number of requests that use the model at once; with `llm`, also the maximum number of concurrent calls to the language model's server",
  }),
  MODEL_QUEUE: wholeOr(64, 0, 100_000).meta({ help: "maximum number of requests that wait for a slot" }),
  MODEL_DEADLINE_MS: wholeOr(30_000, 1, 3_600_000).meta({
    help: "deadline of a request, measured from the request's arrival",
  }),
  MODEL_CALIBRATION_FILE: path.optional().meta({
    help: "a file from `npm run fit` that [recalibrates](scores.md#recalibration) the answers of any adapter",
  }),
  MODEL_TRAINING_CUTOFF: z
    .string()
    .refine((cutoff) => endOfTraining(cutoff) !== undefined, "must be a month or a day, such as 2026-03 or 2026-03-31")
    .optional()
    .meta({
      help: "end of the model's training data: a month or a day, such as `2026-03`. Recorded with each answer; not part of `model_version`. Reviewers see a finding on inputs with an earlier `as_of`, and scores of such forecasts are [retrospective](scores.md#track-record)",
    }),
};

/** Providers of language models, each with the default of MODEL_URL. */
const PROVIDER_URLS = {
  "openai-compatible": undefined,
  openai: "https://api.openai.com/v1",
  azure: undefined,
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  bedrock: undefined,
  vertex: undefined,
} as const;

export type ModelProvider = keyof typeof PROVIDER_URLS;

export const LANGUAGE_MODEL = {
  MODEL_PROVIDER: oneOf(...namesOf(PROVIDER_URLS)).meta({
    help: "API of the language model; see [providers](language-models.md#providers)",
  }),
  MODEL_ENDPOINT: oneOf("chat", "responses").meta({
    help: "endpoint of `openai` and `azure`: `chat`: Chat Completions; `responses`: Responses, for models without the former",
  }),
  MODEL_NAME: z
    .string()
    .max(200, "must have at most 200 characters")
    .optional()
    .meta({ help: "name of the model, as its server defines it; required" }),
  MODEL_METHOD: oneOf("verbalised", "logprobs").meta({
    help: "how probabilities are obtained: `verbalised`: the model writes them as numbers; `logprobs`: they are computed from the model's token probabilities",
  }),
  MODEL_TIMING: choice("server", "observed").optional().meta({
    shown: "`server` with `openai-compatible`, otherwise `observed`",
    help: "source of the model's timings: `server`: reported by the model server; `observed`: measured by the gateway",
  }),
  MODEL_SAMPLES: wholeOr(5, 1, 25).meta({
    help: "number of calls per forecast with `MODEL_METHOD=verbalised`, 1 to 25",
  }),
  MODEL_TEMPERATURE: upTo(2).optional().meta({ shown: "not sent", help: "sampling temperature, 0 to 2" }),
  MODEL_REASONING: oneOf("false", "true")
    .transform((value) => value === "true")
    .meta({ help: "`true`: the model writes its reasoning before the numbers" }),
  MODEL_MAX_TOKENS: whole(1, 1_000_000).meta({
    shown: "not sent",
    help: "maximum number of tokens in the answer to one call",
  }),
  MODEL_MAX_TOKENS_FIELD: choice("max_tokens", "max_completion_tokens").optional().meta({
    shown: "chosen by the name of the model",
    help: "name of the request field that contains `MODEL_MAX_TOKENS`: `max_tokens` or `max_completion_tokens`",
  }),
  MODEL_EXTRA_BODY: extraBody
    .default({})
    .meta({ hidden: true, help: "JSON object whose members are added to the body of each call" }),
  MODEL_HEADERS: headers
    .default({})
    .meta({ secret: true, help: "JSON object of strings that are sent as additional headers with each call" }),
  MODEL_PARALLEL: wholeOr(1, 1, 25).meta({ help: "maximum number of concurrent calls for one forecast, 1 to 25" }),
  MODEL_PROMPT_FILE: path.optional().meta({
    help: "path of a file with a system prompt that replaces the built-in system prompt",
  }),
  MODEL_PRICE_INPUT: upTo(MAX_PRICE).optional().meta({
    help: "price per million input tokens, for [the cost of forecasts](language-models.md#tokens-and-cost); set both prices or neither",
  }),
  MODEL_PRICE_OUTPUT: upTo(MAX_PRICE).optional().meta({ help: "price per million output tokens" }),
  MODEL_PRICE_CACHED_INPUT: upTo(MAX_PRICE).optional().meta({
    shown: "`MODEL_PRICE_INPUT`",
    help: "price per million prompt tokens that the server reads from its cache",
  }),
  MODEL_PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, such as USD")
    .default("USD")
    .meta({ help: "currency of the prices, three capital letters" }),
  MODEL_MONTHLY_TOKENS: whole(1, MAX_MONTHLY_TOKENS).meta({
    shown: "no limit",
    help: "monthly budget of input and output tokens for all calls of all gateways of a database, 1 to 1000000000000; see [budgets](language-models.md#monthly-budgets)",
  }),
};

export const CANDIDATE = {
  CANDIDATE_SHARE: upTo(1)
    .default(1)
    .meta({ help: "share of the questions that the candidate is asked about, 0 to 1" }),
};

const modelSchema = z.object({ ...MODEL, ...LANGUAGE_MODEL });
type Variables = z.output<typeof modelSchema>;
type Settings = CamelCased<Variables, "MODEL_"> & { readonly prices: TokenPrices | undefined };

/** The settings of a model: the release, or the candidate. */
export type ModelSettings =
  | (Settings & { readonly adapter: "pool" })
  | (Settings & { readonly adapter: "http"; readonly url: string })
  | LanguageModelSettings;

export type LanguageModelSettings = Settings & {
  readonly adapter: "llm";
  readonly url: string;
  readonly name: string;
  readonly timing: "server" | "observed";
};

export type CandidateSettings = ModelSettings & { readonly share: number };

/** Prices per million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Such as `USD`. */
  readonly currency: string;
}

/** Throws an Error that names the missing variable if the adapter requires a variable that is not set. */
export function chooseModel(variables: Variables): ModelSettings {
  const { adapter, ...settings } = { ...camelCase(variables, "MODEL_"), prices: choosePrices(variables) };
  if (adapter === "pool") return { ...settings, adapter };
  const { provider } = settings;
  const isHttp = adapter === "http";
  const url = requireSet(adapter, "MODEL_URL", settings.url ?? (isHttp ? undefined : PROVIDER_URLS[provider]));
  if (isHttp) return { ...settings, adapter, url };
  const { timing = provider === "openai-compatible" ? "server" : "observed" } = settings;
  return { ...settings, adapter, url, timing, name: requireSet(adapter, "MODEL_NAME", settings.name) };
}

/**
 * Each variable `MODEL_…` has a counterpart `CANDIDATE_MODEL_…`. Returns undefined unless CANDIDATE_MODEL_ADAPTER is
 * set. Throws an Error that names each invalid variable and its rule.
 */
export function chooseCandidate(environment: Environment, share: number): CandidateSettings | undefined {
  if (environment.CANDIDATE_MODEL_ADAPTER === undefined) return undefined;
  const named = Object.keys(modelSchema.shape).map((name) => [name, environment[`CANDIDATE_${name}`]]);
  try {
    return { ...chooseModel(parseVariables(modelSchema, Object.fromEntries(named))), share };
  } catch (error) {
    throw nameCandidate(error);
  }
}

/** Replaces the names of the model's variables in an error by those of the candidate's variables. */
export function nameCandidate(error: unknown): unknown {
  return error instanceof Error ? new Error(error.message.replace(/\bMODEL_/g, "CANDIDATE_MODEL_")) : error;
}

/** MODEL_PRICE_CACHED_INPUT defaults to MODEL_PRICE_INPUT. */
function choosePrices(variables: Variables): TokenPrices | undefined {
  const { MODEL_PRICE_INPUT: input, MODEL_PRICE_OUTPUT: output, MODEL_PRICE_CURRENCY: currency } = variables;
  if (input === undefined && output === undefined && variables.MODEL_PRICE_CACHED_INPUT === undefined) return undefined;
  if (input === undefined || output === undefined)
    throw new Error("Invalid configuration:\n  MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT must be set together");
  return { input, cachedInput: variables.MODEL_PRICE_CACHED_INPUT ?? input, output, currency };
}

function requireSet(adapter: string, name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Error(`Invalid configuration:\n  ${name} must be set if MODEL_ADAPTER is ${adapter}`);
}
