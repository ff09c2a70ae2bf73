import { z } from "zod";
import type { JsonObject } from "#lib/contract/json.ts";
import { parseBody } from "#lib/contract/parse-body.ts";
import { GatewayError } from "#server/base/errors.ts";
import { postOnce, type Reply } from "#server/models/post-once.ts";
import { type Completion, completionSchema } from "./completion.ts";
import type { Message } from "./prompt.ts";
import { readError } from "./read-error.ts";

interface Edges {
  readonly url: string;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export type CallBody = JsonObject & { readonly model: string; readonly messages: Message[] };

export interface ListedModel {
  readonly id: string;
  /** Only reported by llama.cpp's router: `unloaded`, `loading`, `loaded` or `sleeping`. */
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

export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client for two operations of OpenAI's API: chat completions and the list of models. Each call opens a new
 * connection. Calls reject with a GatewayError that contains no text of the server except its error type.
 */
export function createClient({ url, token, headers }: Edges) {
  const sent = {
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept: "application/json",
      "content-type": "application/json",
    },
    readErrors: true,
  };
  return {
    async complete(body: CallBody, signal: AbortSignal): Promise<Completion> {
      const to = new URL(`${url}/chat/completions`);
      return read(
        completionSchema,
        await postOnce({ ...sent, url: to, method: "POST", body: JSON.stringify(body), signal }),
      );
    },
    async listModels(signal: AbortSignal): Promise<readonly ListedModel[]> {
      const to = new URL(`${url}/models`);
      const { data } = read(modelsSchema, await postOnce({ ...sent, url: to, method: "GET", signal }));
      return data.map(({ id, status }) => ({ id, status: status?.value }));
    },
  };
}

function read<T>(schema: z.ZodType<T>, reply: Reply): T {
  if (reply.status !== 200) throw readError(reply);
  const body = parseBody(reply.body);
  if (!body.ok) throw refusal("the answer is not JSON");
  const parsed = schema.safeParse(body.value);
  if (!parsed.success) throw refusal(`${String(parsed.error.issues[0]?.path[0] ?? "the answer")} is invalid`);
  return parsed.data;
}

function refusal(detail: string): GatewayError {
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}
