import OpenAI from "openai";
import { z } from "zod";
import { GatewayError, isGatewayError } from "#server/errors.ts";
import { postOnce } from "#server/infra/models/post-once.ts";
import { requireAnswer } from "#server/infra/models/require-answer.ts";
import { type Completion, completionSchema } from "./completion.ts";

interface Edges {
  /** The base address, such as `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly token: string | undefined;
}

const modelsSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/** The longest possible timer: the signal enforces the deadline. */
const NEVER_MS = 2 ** 31 - 1;

export type Client = ReturnType<typeof createClient>;

/**
 * The official client on our own transport: one connection per call, no retry, no redirect, at most 1 MiB, only the
 * necessary headers. Rejects with a GatewayError of the upstream codes, which contains none of the server's text, or
 * with the signal's reason.
 */
export function createClient({ url, token }: Edges) {
  const client = new OpenAI({
    baseURL: url,
    // Otherwise the client would read these from the environment.
    apiKey: "unused",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: NEVER_MS,
    fetch: (to, init) => exchange(String(to), init, token),
  });
  return {
    async complete(
      parameters: OpenAI.ChatCompletionCreateParamsNonStreaming,
      signal: AbortSignal,
    ): Promise<Completion> {
      return read(completionSchema, await ask(client.chat.completions.create(parameters, { signal }), signal));
    },
    /** The names of the server's models. */
    async listModels(signal: AbortSignal): Promise<readonly string[]> {
      const { data } = read(modelsSchema, await ask(client.get<unknown>("/models", { signal }), signal));
      return data.map(({ id }) => id);
    },
  };
}

async function exchange(url: string, init: RequestInit | undefined, token: string | undefined): Promise<Response> {
  const reply = await postOnce({
    url: new URL(url),
    method: init?.method === "POST" ? "POST" : "GET",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept: "application/json",
      "content-type": "application/json",
    },
    body: typeof init?.body === "string" ? init.body : "",
    signal: init?.signal ?? new AbortController().signal,
  });
  requireAnswer(reply);
  return new Response(Buffer.from(reply.body), { headers: { "content-type": "application/json" } });
}

/** The client wraps the transport's errors. Its own errors are about an invalid JSON body and may quote it. */
async function ask<T>(call: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  try {
    return await call;
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : undefined;
    throw isGatewayError(cause) ? cause : refusal("it is no JSON");
  }
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw refusal(`${String(parsed.error.issues[0]?.path[0] ?? "the whole")} is wrong`);
  return parsed.data;
}

function refusal(detail: string): GatewayError {
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}
