import { z } from "zod";
import { parseBody } from "#lib/contract/parse-body.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Reply } from "#server/models/post-once.ts";
import { quotaUsedUp, refusedCredential } from "#server/models/refused-credential.ts";
import { upstreamError } from "#server/models/upstream-error.ts";

/**
 * The members of an error body that the adapter reads. They are under `error` (OpenAI, llama.cpp) or at the top level
 * (vLLM).
 */
const errorSchema = z.looseObject({
  type: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  message: z.string().catch(""),
  /** The context size in tokens; only reported by llama.cpp. */
  n_ctx: z.int().positive().optional().catch(undefined),
});

const bodySchema = z.union([z.looseObject({ error: errorSchema }).transform(({ error }) => error), errorSchema]);

/**
 * Returns the error for a status other than 200. `detail` contains the status and the server's error type. If the
 * prompt was too long, `message` contains the model's limit. No other text of the server is used.
 */
export function readError(reply: Reply): GatewayError {
  const { status } = reply;
  const parsed = parseBody(reply.body);
  const error = bodySchema.safeParse(parsed.ok ? parsed.value : undefined).data;
  const detail = [`status ${status}`, ...kindOf(error)].join(", ");
  if (status === 401 || status === 403) return refusedCredential(detail);
  if (status === 429 && isQuotaUsedUp(error)) return quotaUsedUp(detail);
  if (error !== undefined && isTooLong(error) && status !== 429 && status !== 503) {
    // Not declined for 500: llama.cpp returns 500 when its context fills up during an inference.
    return tooLong(error, { detail, declined: status < 500 });
  }
  return upstreamError(reply, detail);
}

type UpstreamError = z.infer<typeof errorSchema>;

const TYPE = /^[\w.-]{1,64}$/;

/** Returns the error's type and code if they look like identifiers. Anything else could contain caller text. */
function kindOf(error: UpstreamError | undefined): readonly string[] {
  const { type, code } = error ?? {};
  return [
    ...(type !== undefined && TYPE.test(type) ? [`type ${type}`] : []),
    ...(typeof code === "string" && TYPE.test(code) ? [`code ${code}`] : []),
  ];
}

/** A rate limit ends by itself; a used-up quota does not. */
function isQuotaUsedUp(error: UpstreamError | undefined): boolean {
  return [error?.type, error?.code].includes("insufficient_quota");
}

const TOO_LONG_TYPES = ["exceed_context_size_error", "context_length_exceeded"];

/** Matches the error messages of vLLM and Ollama, which have no error type for a prompt that is too long. */
const TOO_LONG_MESSAGE = /context (?:length|size|window)/i;
const LIMIT_IN_MESSAGE = /(?:maximum context length (?:is|of)|max(?:imum)?_?model_?len(?:gth)?\D{0,12}) ?(\d{1,9})/i;

function isTooLong({ type, code, message }: UpstreamError): boolean {
  return [type, code].some((one) => TOO_LONG_TYPES.includes(String(one))) || TOO_LONG_MESSAGE.test(message);
}

function tooLong(
  { n_ctx, message: theirs }: UpstreamError,
  options: { readonly detail: string; readonly declined: boolean },
): GatewayError {
  const found = LIMIT_IN_MESSAGE.exec(theirs)?.[1];
  const limit = n_ctx ?? (found === undefined ? undefined : Number(found));
  const stated = limit === undefined ? "its limit" : `its limit of ${limit} tokens`;
  const message = `The question and its observations are too long for the model: they exceed ${stated}.`;
  return new GatewayError("TASK_NOT_SUPPORTED", {
    ...options,
    message,
    issues: [{ code: "TASK_NOT_SUPPORTED", path: "/input/context", message }],
    reason: "context_too_long",
  });
}
