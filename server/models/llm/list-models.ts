import { z } from "zod";
import { parseBody } from "#lib/contract/parse-body.ts";
import { isGatewayError } from "#server/base/errors.ts";
import { postOnce } from "#server/models/post-once.ts";

/**
 * The result of asking for the list of models. `ready`: it contains the model; `asleep`: only a call loads the model;
 * `loading`: the server loads it; `busy`: no answer in time; `offline`: no connection; `unknown`: anything else.
 */
export type Listed = "ready" | "asleep" | "loading" | "busy" | "offline" | "unknown";

const PATIENCE_MS = 900;

/** States reported by llama.cpp's router in which only a call loads the model. */
const ASLEEP = ["unloaded", "sleeping"];

const entrySchema = z.looseObject({
  id: z.string(),
  /** Only reported by llama.cpp's router: `unloaded`, `loading`, `loaded` or `sleeping`. */
  status: z.looseObject({ value: z.string() }).optional().catch(undefined),
});

const listSchema = z.looseObject({ data: z.array(entrySchema) });

/** Asks a server with OpenAI's API for its models. Never rejects. */
export async function listModels(
  url: string,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<Listed> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const reply = await postOnce({ url: new URL(`${url}/models`), method: "GET", headers, signal });
    if (reply.status === 503) return "loading";
    const body = parseBody(reply.body);
    const models = listSchema.safeParse(body.ok ? body.value : undefined).data?.data ?? [];
    // Ollama lists a model without a tag as `:latest`.
    const model = models.find(({ id }) => id === name) ?? models.find(({ id }) => id === `${name}:latest`);
    if (model === undefined) return "unknown";
    if (ASLEEP.includes(model.status?.value ?? "")) return "asleep";
    return (model.status?.value ?? "loaded") === "loaded" ? "ready" : "loading";
  } catch (error) {
    const code = isGatewayError(error) ? error.code : undefined;
    if (code === "MODEL_OFFLINE") return "offline";
    return code === "MODEL_TIMEOUT" ? "busy" : "unknown";
  }
}
