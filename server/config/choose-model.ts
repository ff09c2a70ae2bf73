import { z } from "zod";
import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import { endOfTraining } from "#lib/domain/training-cutoff.ts";

/** The settings of a model: the release, or the candidate. */
export type ModelSettings = ModelChoice & {
  readonly concurrency: number;
  readonly queue: number;
  readonly deadlineMs: number;
  readonly calibrationFile: string | undefined;
  readonly trainingCutoff: string | undefined;
};

type ModelChoice =
  | { readonly adapter: "pool" }
  | { readonly adapter: "http"; readonly url: string; readonly token: string | undefined }
  | ({ readonly adapter: "openai" } & LanguageModelChoice);

/**
 * The settings of a language model. All except `url`, `token`, `timing` and `prices` are part of `model_version`.
 */
export interface LanguageModelChoice {
  /** The base URL of the API, such as `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly token: string | undefined;
  readonly name: string;
  readonly method: "verbalised" | "logprobs";
  /** The source of the reported times: the server's response or the gateway's clock. */
  readonly timing: "server" | "observed";
  /** Calls per forecast with the `verbalised` method. */
  readonly samples: number;
  /** Undefined: the server's default. */
  readonly temperature: number | undefined;
  /** Whether the model writes its reasoning before the numbers. */
  readonly reasoning: boolean;
  /** Undefined: the server's default. */
  readonly maxTokens: number | undefined;
  /** The name of the token limit in the request body; servers differ. */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  readonly extraBody: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  /** The maximum number of parallel calls for one forecast. */
  readonly parallel: number;
  /** The path of a file with a system prompt that replaces the built-in prompt. */
  readonly promptFile: string | undefined;
  /** The embedded model's weight in the blended answer, 0..1; not applied if the embedded model has no answer. */
  readonly blend: number;
  /** Undefined: the cost of forecasts is unknown. Not part of `model_version`. */
  readonly prices: TokenPrices | undefined;
}

/** Prices per million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Such as `USD`. */
  readonly currency: string;
}

export const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`);

export const upTo = (most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, "must be a number")
    .transform(Number)
    .refine((value) => value <= most, `must be from 0 to ${most}`);

/**
 * Members that MODEL_EXTRA_BODY may not contain: the adapter sets them or, for `n` and `stream`, cannot parse the
 * answer.
 */
const OWN_MEMBERS = ["model", "messages", "response_format", "logprobs", "top_logprobs", "n", "stream"];
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

const jsonObject = z.string().transform((text, context): JsonObject => {
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

export const MODEL_VARIABLES = {
  MODEL_ADAPTER: z.enum(["pool", "http", "openai"], { error: 'must be "pool", "http" or "openai"' }).default("pool"),
  MODEL_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .refine((url) => !/[?#]/.test(url), "must not have a query or fragment, because paths are appended to it")
    .refine((url) => !isSigned(url), "must not contain a user name or password: use MODEL_TOKEN")
    .optional(),
  MODEL_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be ASCII characters without white space")
    .optional(),
  MODEL_NAME: z.string().max(200, "must have at most 200 characters").optional(),
  MODEL_METHOD: z
    .enum(["verbalised", "logprobs"], { error: 'must be "verbalised" or "logprobs"' })
    .default("verbalised"),
  MODEL_TIMING: z.enum(["server", "observed"], { error: 'must be "server" or "observed"' }).default("server"),
  MODEL_SAMPLES: whole(1, 25).default(5),
  MODEL_TEMPERATURE: upTo(2).optional(),
  MODEL_REASONING: z
    .enum(["true", "false"], { error: 'must be "true" or "false"' })
    .default("false")
    .transform((value) => value === "true"),
  MODEL_MAX_TOKENS: whole(1, 1_000_000).optional(),
  MODEL_MAX_TOKENS_FIELD: z
    .enum(["max_tokens", "max_completion_tokens"], { error: 'must be "max_tokens" or "max_completion_tokens"' })
    .default("max_tokens"),
  MODEL_EXTRA_BODY: extraBody.default({}),
  MODEL_HEADERS: headers.default({}),
  MODEL_PARALLEL: whole(1, 25).default(1),
  MODEL_PROMPT_FILE: z.string().optional(),
  MODEL_BLEND: upTo(1).default(0),
  MODEL_PRICE_INPUT: upTo(MAX_PRICE).optional(),
  MODEL_PRICE_CACHED_INPUT: upTo(MAX_PRICE).optional(),
  MODEL_PRICE_OUTPUT: upTo(MAX_PRICE).optional(),
  MODEL_PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, such as USD")
    .default("USD"),
  MODEL_CALIBRATION_FILE: z.string().optional(),
  MODEL_TRAINING_CUTOFF: z
    .string()
    .refine((cutoff) => endOfTraining(cutoff) !== undefined, "must be a month or a day, such as 2026-03 or 2026-03-31")
    .optional(),
  MODEL_CONCURRENCY: whole(1, 10_000).default(8),
  MODEL_QUEUE: whole(0, 100_000).default(64),
  MODEL_DEADLINE_MS: whole(1, 3_600_000).default(30_000),
};

type Variables = z.infer<z.ZodObject<typeof MODEL_VARIABLES>>;

/** Throws an Error that names the missing variable if the adapter requires a variable that is not set. */
export function chooseModel(env: Variables): ModelSettings {
  return {
    ...chooseAdapter(env),
    concurrency: env.MODEL_CONCURRENCY,
    queue: env.MODEL_QUEUE,
    deadlineMs: env.MODEL_DEADLINE_MS,
    calibrationFile: env.MODEL_CALIBRATION_FILE,
    trainingCutoff: env.MODEL_TRAINING_CUTOFF,
  };
}

function chooseAdapter(env: Variables): ModelChoice {
  const { MODEL_ADAPTER: adapter, MODEL_TOKEN: token } = env;
  if (adapter === "pool") return { adapter };
  const url = requireSet(adapter, "MODEL_URL", env.MODEL_URL).replace(/\/+$/, "");
  if (adapter === "http") return { adapter, url, token };
  return {
    adapter,
    url,
    token,
    name: requireSet(adapter, "MODEL_NAME", env.MODEL_NAME),
    method: env.MODEL_METHOD,
    timing: env.MODEL_TIMING,
    samples: env.MODEL_SAMPLES,
    temperature: env.MODEL_TEMPERATURE,
    reasoning: env.MODEL_REASONING,
    maxTokens: env.MODEL_MAX_TOKENS,
    maxTokensField: env.MODEL_MAX_TOKENS_FIELD,
    extraBody: env.MODEL_EXTRA_BODY,
    headers: env.MODEL_HEADERS,
    parallel: env.MODEL_PARALLEL,
    promptFile: env.MODEL_PROMPT_FILE,
    blend: env.MODEL_BLEND,
    prices: choosePrices(env),
  };
}

/** MODEL_PRICE_CACHED_INPUT defaults to MODEL_PRICE_INPUT. */
function choosePrices(env: Variables): TokenPrices | undefined {
  const { MODEL_PRICE_INPUT: input, MODEL_PRICE_OUTPUT: output, MODEL_PRICE_CURRENCY: currency } = env;
  if (input === undefined && output === undefined && env.MODEL_PRICE_CACHED_INPUT === undefined) return undefined;
  if (input === undefined || output === undefined)
    throw new Error("Invalid configuration:\n  MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT must be set together");
  return { input, cachedInput: env.MODEL_PRICE_CACHED_INPUT ?? input, output, currency };
}

function requireSet(adapter: string, name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Error(`Invalid configuration:\n  ${name} must be set if MODEL_ADAPTER is ${adapter}`);
}

function isSigned(url: string): boolean {
  return URL.canParse(url) && new URL(url).username + new URL(url).password !== "";
}
