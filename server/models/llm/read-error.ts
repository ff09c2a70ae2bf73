import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { parseBody } from "#lib/contract/parse-body.ts";
import { GatewayError, type GatewayErrorOptions, isGatewayError } from "#server/base/errors.ts";
import type { Reply } from "#server/models/post-once.ts";
import { inRange } from "#server/models/read-retry-after.ts";
import { refusedCalls } from "#server/models/refused-calls.ts";
import { upstreamError } from "#server/models/upstream-error.ts";

/** Returns the error for a status other than 200. */
export function readError(reply: Reply): GatewayError {
  const parsed = parseBody(reply.body);
  return classify(reply.status, reply, readWords(parsed.ok ? parsed.value : ""));
}

/** Returns the error that a body with status 200 stands for; undefined if the body contains an answer. */
export function readErrorInBody(reply: Reply, body: JsonObject): GatewayError | undefined {
  const { choices, content, candidates, output } = body;
  if (Array.isArray(choices) && choices.length > 1)
    return new GatewayError("INVALID_MODEL_RESPONSE", { detail: "the answer has several choices" });
  if ([choices, content, candidates, output].some((part) => (Array.isArray(part) ? part.length > 0 : part != null)))
    return undefined;
  const { promptFeedback, error } = body;
  // Google answers a filtered prompt with its reason and no candidate.
  if (isJsonObject(promptFeedback) && promptFeedback.blockReason !== undefined)
    return filtered({ detail: "the provider filtered the prompt" });
  if (error == null) return undefined;
  const words = readWords(body);
  const status = words.codes.find((code) => code >= 400 && code < 600);
  return classify(status, reply, words);
}

/**
 * The parts of an error body that decide its class. Providers write it as an object, an array or a string, at the top
 * level or nested.
 */
interface Words {
  /** Types and codes, such as `rate_limit_error`. */
  readonly kinds: string[];
  readonly codes: number[];
  readonly messages: string[];
  /** The context size in tokens; only reported by llama.cpp. */
  limit?: number;
  /** The wait in seconds; only reported by Google. */
  wait?: number;
}

const KINDS: readonly string[] = ["type", "code", "status", "reason", "error_type", "__type"];
/** Other members, such as `input`, may repeat text of the caller. */
const MESSAGES: readonly string[] = [
  ...["error", "errors", "message", "msg", "detail", "details", "metadata", "raw", "error_description", "innererror"],
];
const MAX_DEPTH = 6;

function readWords(body: Json): Words {
  const words: Words = { kinds: [], codes: [], messages: [] };
  const read = (value: Json, name: string, depth: number): void => {
    if (depth > MAX_DEPTH || value === null) return;
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) read(item, name, depth + 1);
    else if (typeof value !== "object") readPart(value, name);
    else if (MESSAGES.includes(name)) for (const [key, item] of Object.entries(value)) read(item, key, depth + 1);
  };
  const readPart = (value: string | number | boolean, name: string): void => {
    if (KINDS.includes(name) && /^\d+$/.test(String(value))) words.codes.push(Number(value));
    else if (KINDS.includes(name)) words.kinds.push(String(value));
    else if (name === "n_ctx" && typeof value === "number") words.limit = value;
    else if (name === "retryDelay") words.wait = Number.parseFloat(String(value));
    else if (MESSAGES.includes(name)) words.messages.push(String(value).slice(0, 1_000));
  };
  read(body, "error", 0);
  return words;
}

const CREDIT_KIND = /insufficient_?(quota|credits?|balance|funds)|billing|payment_required|credit_limit|arrear/i;
const CREDIT = /credit balance|insufficient (balance|credits?|funds|quota)|payment required|billing hard limit/i;
const KEY_KIND =
  /invalid_?api_?key|api_?key_?invalid|authenticat|unauthori[sz]ed|permission_|access_?denied|unrecognizedclient|expired_?token|account_deactivated/i;
const KEY =
  /api[ _-]?key (is )?(not valid|invalid|expired|incorrect)|(invalid|incorrect) (api[ _-]?key|authentication)/i;
const FILTER_KIND = /content_?(filter|policy)|responsible_?ai|moderation|data_?inspection|invalid_prompt/i;
const FILTER = /content management policy|usage polic|moderation|was flagged|safety system/i;
const RATE_KIND = /rate_?limit|throttl|too_?many_?requests|resource_?exhausted/i;
const BUSY_KIND = /overloaded|unavailable|over_?capacity|slow_down|server_busy|model_?not_?ready/i;
const MODEL_KIND = /model_?not_?found|deployment_?not_?found|invalid_?model/i;
const MODEL =
  /not a valid model|invalid model\b|model\b.{0,100}(does not|not) (exist|found)|no (endpoints|allowed providers)/i;

/** `status` is that of the response, or the code of an error with status 200; undefined if that error has no code. */
function classify(status: number | undefined, { retryAfter }: Reply, words: Words): GatewayError {
  const is = (pattern: RegExp) => words.kinds.some((kind) => pattern.test(kind));
  const says = (pattern: RegExp) => words.messages.some((message) => pattern.test(message));
  const code = status ?? 200;
  const detail = [`status ${code}`, ...shownKinds(words)].join(", ");
  const options = { detail, upstream: words.messages.at(-1) };
  const isClientError = code < 500 && code !== 429;
  if (code === 402 || is(CREDIT_KIND) || says(CREDIT)) return refusedCalls("credit", options);
  if (isClientError && (is(FILTER_KIND) || says(FILTER))) return filtered(options);
  if (code === 401 || code === 403 || is(KEY_KIND) || (isClientError && says(KEY))) return refusedCalls("key", options);
  const isBusy = code === 503 || code === 529 || is(BUSY_KIND);
  if (isBusy || code === 429 || is(RATE_KIND)) {
    const wait = retryAfter ?? (Number.isFinite(words.wait) ? inRange(Number(words.wait)) : undefined);
    return upstreamError({ status: isBusy ? 503 : 429, retryAfter: wait }, options);
  }
  if (is(TOO_LONG_KIND) || says(TOO_LONG) || code === 413) {
    // Not declined for 500: llama.cpp returns 500 when its context fills up during an inference.
    return tooLong(words, { ...options, declined: code < 500 });
  }
  if (code === 404 || (isClientError && (is(MODEL_KIND) || says(MODEL)))) return refusedCalls("model", options);
  // An error with status 200 and no code of its own comes before any inference.
  return upstreamError({ status: code, retryAfter }, status === undefined ? { ...options, declined: true } : options);
}

const KIND = /^[\w.-]{1,64}$/;

/** Returns the error's types and codes that look like identifiers. Anything else could contain caller text. */
function shownKinds({ kinds }: Words): readonly string[] {
  return [...new Set(kinds)]
    .filter((kind) => KIND.test(kind))
    .slice(0, 3)
    .map((kind) => `type ${kind}`);
}

function filtered(options: GatewayErrorOptions): GatewayError {
  const message = "The model's provider refuses to answer the question or its observations.";
  return notSupported(message, { reason: "filtered", declined: true, ...options });
}

const TOO_LONG_KIND = /exceed_context_size|context_length_exceeded|request_too_large|string_above_max/i;

/** Wordings of servers that have no type for a prompt that is too long. `read-error.test.ts` lists their servers. */
const TOO_LONG = new RegExp(
  [
    "context (length|size|window|limit)",
    "(prompt|input|request|messages?)\\b[^.]{0,60}\\b(too (long|large)|longer than|exceed(s|ed)?\\b.{0,40}\\b(max|limit))",
    "too many (input )?tokens|token (count|limit)|total number of tokens",
    "maximum (prompt|model) length|input length should|reduce the length|`inputs` (tokens|must)",
  ].join("|"),
  "i",
);

/** Patterns of the limit in a message. The last pattern that matches wins. */
const LIMITS = [
  /(?:limit|allowed|(?:context|prompt|model) (?:length|window|size)|len(?:gth)? of|exceed|less than|at most|<=)(?! by)(?:\s(?:of|is|only)\b|[\s:(])*(\d[\d,]{2,10})/i,
  /\[\d+, ?(\d[\d,]{2,10})\]/,
  /(\d[\d,]{2,10}) maximum/i,
  /> ?(\d[\d,]{2,10})/,
];

function tooLong({ messages, limit }: Words, options: GatewayErrorOptions): GatewayError {
  const found = LIMITS.flatMap((pattern) => messages.flatMap((message) => pattern.exec(message)?.[1] ?? [])).at(-1);
  const tokens = limit ?? (found === undefined ? undefined : Number(found.replaceAll(",", "")));
  const stated = tokens === undefined ? "its limit" : `its limit of ${tokens} tokens`;
  const message = `The question and its observations are too long for the model: they exceed ${stated}.`;
  return notSupported(message, { reason: "context_too_long", ...options });
}

function notSupported(message: string, options: GatewayErrorOptions): GatewayError {
  const issues = [{ code: "TASK_NOT_SUPPORTED", path: "/input/context", message } as const];
  return new GatewayError("TASK_NOT_SUPPORTED", { message, issues, ...options });
}

/** A failed call, for operators. */
export interface Failure {
  /** Contains no text of the server except its error types. */
  readonly detail: string;
  /** The server's own words, at most 300 characters; undefined if it sent none. Shown to members, never logged. */
  readonly upstream: string | undefined;
}

export function describeFailure(error: unknown): Failure {
  if (!isGatewayError(error)) return { detail: String(error), upstream: undefined };
  const { code, detail, upstream } = error;
  // Control characters, and keys that a server repeats, are removed.
  const words = upstream?.replace(/[\p{Cc}\p{Cf}]+/gu, " ").replace(/\b(sk|key|Bearer)[-_ ][\w-]{6,}/g, "…");
  return { detail: detail ?? code, upstream: words?.trim().slice(0, 300) || undefined };
}
