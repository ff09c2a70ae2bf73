import { AsyncLocalStorage } from "node:async_hooks";
import type { LanguageModelV4FinishReason, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { FetchFunction } from "@ai-sdk/provider-utils";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { decodeBody } from "#lib/contract/parse-body.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { LanguageModelSettings } from "#server/config/model-settings.ts";
import { postOnce } from "#server/models/post-once.ts";
import { withoutLogprobs } from "./logprobs.ts";
import type { Method } from "./method.ts";
import type { Message } from "./prompt.ts";
import type { Provider } from "./providers.ts";
import { readError, readErrorInBody } from "./read-error.ts";

export type Sampling = Pick<
  LanguageModelSettings,
  "temperature" | "maxTokens" | "maxTokensField" | "extraBody" | "headers"
>;

/** The answer to one call. */
export interface Completion {
  readonly text: string;
  readonly finish: LanguageModelV4FinishReason;
  readonly isRefusal: boolean;
  readonly usage: LanguageModelV4Usage;
  /** The served model, if it is not the configured one, and the server's fingerprint; undefined if neither is known. */
  readonly fingerprint: string | undefined;
  /** The server's whole answer, which times and log probabilities are read from. */
  readonly body: JsonObject;
}

export type Complete = (
  messages: readonly Message[],
  labels: readonly string[],
  signal: AbortSignal,
) => Promise<Completion>;

/**
 * Creates the function that makes one call with one request, through the provider's package. It rejects with a
 * GatewayError, which is `declined` if no inference can have happened.
 */
export function createComplete(provider: Provider, name: string, method: Method, sampling: Sampling): Complete {
  // Creating a model takes a millisecond, so the calls share one.
  const model = provider.create((url, init) => sendOnce(sampling, url, init));
  return async (messages, labels, signal) => {
    const seen: Seen = {};
    const options = { ...callOptions(provider, method, sampling, messages, labels), abortSignal: signal };
    try {
      const result = await calls.run(seen, () => model.doGenerate(options));
      const body = seen.body ?? {};
      const served = result.response?.modelId;
      const marks = [served === name ? undefined : served, body.system_fingerprint];
      return {
        text: result.content.flatMap((part) => (part.type === "text" ? part.text : [])).join(""),
        finish: result.finishReason,
        isRefusal: result.finishReason.unified === "content-filter" || hasRefusal(body),
        usage: result.usage,
        fingerprint: marks.filter((mark) => typeof mark === "string" && mark !== "").join(" ") || undefined,
        body,
      };
    } catch (error) {
      if (seen.error !== undefined) throw seen.error;
      const detail = `the answer is not one of the provider's API (${Object(error).name})`;
      throw new GatewayError("INVALID_MODEL_RESPONSE", { detail, declined: seen.body === undefined });
    }
  };
}

/** Returns the body that a call with these messages would send, without sending it. */
export async function captureBody(
  provider: Provider,
  method: Method,
  sampling: Sampling,
  messages: readonly Message[],
  labels: readonly string[],
): Promise<JsonObject> {
  let sent: JsonObject | undefined;
  const model = provider.create(async (_, init) => {
    sent = JSON.parse(edit(String(init?.body), sampling));
    throw new Error("captured");
  });
  const failure: unknown = await Promise.resolve(
    model.doGenerate(callOptions(provider, method, sampling, messages, labels)),
  ).catch((error: unknown) => Object(error).name);
  if (sent !== undefined) return sent;
  throw new Error(`Invalid configuration:\n  the package of MODEL_PROVIDER refuses the settings: ${failure}`);
}

function callOptions(
  provider: Provider,
  method: Method,
  { temperature = method.temperature, maxTokens }: Sampling,
  messages: readonly Message[],
  labels: readonly string[],
) {
  const limit = method.maxTokens ?? maxTokens;
  const responseFormat = method.responseFormat(labels);
  return {
    prompt: messages.map(({ role, content }) =>
      role === "system" ? { role, content } : { role, content: [{ type: "text" as const, text: content }] },
    ),
    ...(responseFormat && { responseFormat }),
    ...(temperature !== undefined && { temperature }),
    ...(limit !== undefined && { maxOutputTokens: limit }),
    providerOptions: provider.options(method.name === "logprobs"),
  };
}

interface Seen {
  body?: JsonObject;
  error?: unknown;
}

const ANSWERED = { headers: { "content-type": "application/json" } };

/** The body or the error that `sendOnce` has seen in the current call. */
const calls = new AsyncLocalStorage<Seen>();

/**
 * Implements `fetch` for a package. Sends one request without retries or redirects, fails the call with the error that
 * the answer stands for, and keeps the answer's body.
 */
async function sendOnce(sampling: Sampling, ...[url, init]: Parameters<FetchFunction>): Promise<Response> {
  const seen = calls.getStore() ?? {};
  try {
    const { "user-agent": _, ...headers } = Object.fromEntries(new Headers(init?.headers));
    if (headers.authorization === "Bearer ") delete headers.authorization;
    const reply = await postOnce({
      url: new URL(String(url)),
      method: "POST",
      headers: { ...headers, accept: "application/json", ...sampling.headers },
      body: edit(String(init?.body), sampling),
      readErrors: true,
      signal: init?.signal ?? AbortSignal.abort(),
    });
    if (reply.status !== 200) throw readError(reply);
    const body = readObject(reply.body);
    seen.body = body;
    const failure = readErrorInBody(reply, body);
    if (failure !== undefined) throw failure;
    return new Response(JSON.stringify(withoutLogprobs(body)), ANSWERED);
  } catch (error) {
    seen.error = error;
    throw error;
  }
}

function readObject(bytes: Uint8Array): JsonObject {
  const text = decodeBody(bytes);
  try {
    // JSON.parse refuses a byte order mark.
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    if (isJsonObject(value)) return value;
  } catch {}
  throw new GatewayError("INVALID_MODEL_RESPONSE", { detail: "the answer is not a JSON object" });
}

/** Adds MODEL_EXTRA_BODY to a body and renames the token limit. Bodies of other deployments pass unread. */
function edit(text: string, { extraBody, maxTokensField }: Sampling): string {
  if (maxTokensField === undefined && Object.keys(extraBody).length === 0) return text;
  const body: JsonObject = JSON.parse(text);
  if (maxTokensField !== undefined) {
    const { max_tokens, max_completion_tokens = max_tokens, ...others } = body;
    return JSON.stringify(merge({ ...others, [maxTokensField]: max_completion_tokens as Json }, extraBody));
  }
  return JSON.stringify(merge(body, extraBody));
}

/** Members of `extra` win, null removes a member, and objects are merged. */
function merge(body: JsonObject, extra: JsonObject): JsonObject {
  const merged = { ...body };
  for (const [name, value] of Object.entries(extra)) {
    const own = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isJsonObject(own) && isJsonObject(value) ? merge(own, value) : value;
  }
  return merged;
}

/** A refusal with a finish reason other than `stop` comes back as ordinary text. */
function hasRefusal({ choices }: JsonObject): boolean {
  const [choice] = Array.isArray(choices) ? choices : [];
  const message = isJsonObject(choice) ? choice.message : undefined;
  const refusal = isJsonObject(message) ? message.refusal : undefined;
  return typeof refusal === "string" && refusal !== "";
}
