import OpenAI from "openai";
import { z } from "zod";
import type { JsonObject } from "#lib/contract/json.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import { postOnce } from "#server/models/post-once.ts";
import { type Completion, completionSchema } from "./completion.ts";
import type { Message } from "./prompt.ts";
import { readError } from "./read-error.ts";

interface Edges {
  /** The base address, such as `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly token: string | undefined;
  /** Sent with each call, besides those that the protocol needs. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The body of a call: what the configuration and the method set, besides the model and the messages. */
export type CallBody = JsonObject & { readonly model: string; readonly messages: Message[] };

/** A model in the server's list. */
export interface ListedModel {
  readonly id: string;
  /** llama.cpp's router: `unloaded`, `loading`, `loaded` or `sleeping`. */
  readonly status?: string | undefined;
}

const modelsSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      status: z.looseObject({ value: z.string() }).optional().catch(undefined),
    }),
  ),
});

/** The longest possible timer: the signal enforces the deadline. */
const NEVER_MS = 2 ** 31 - 1;

export type Client = ReturnType<typeof createClient>;

/**
 * The official client on our own transport: one connection per call, no retry, no redirect, at most 1 MiB, only the
 * necessary headers. Rejects with a GatewayError, which contains none of the server's text.
 */
export function createClient({ url, token, headers }: Edges) {
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
  });
  const allHeaders = {
    ...headers,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    accept: "application/json",
    "content-type": "application/json",
  };
  // The signal goes to the transport only: aborted itself, the client would hide the transport's error.
  const until = (signal: AbortSignal) =>
    client.withOptions({ fetch: (to, init) => exchange(String(to), init, allHeaders, signal) });
  return {
    async complete(body: CallBody, signal: AbortSignal): Promise<Completion> {
      // Not by the client's method for it, whose types do not know what else a server may take.
      const answer = await ask(until(signal).post<unknown>("/chat/completions", { body }));
      return read(completionSchema, answer);
    },
    async listModels(signal: AbortSignal): Promise<readonly ListedModel[]> {
      const { data } = read(modelsSchema, await ask(until(signal).get<unknown>("/models")));
      return data.map(({ id, status }) => ({ id, status: status?.value }));
    },
  };
}

async function exchange(
  url: string,
  init: RequestInit | undefined,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const reply = await postOnce({
    url: new URL(url),
    method: init?.method === "POST" ? "POST" : "GET",
    headers,
    body: typeof init?.body === "string" ? init.body : "",
    readErrors: true,
    signal,
  });
  if (reply.status !== 200) throw readError(reply);
  return new Response(Buffer.from(reply.body), { headers: { "content-type": "application/json" } });
}

/** The client wraps the transport's errors. Its own errors are about an invalid JSON body and may quote it. */
async function ask<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
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
