import type { ModelState } from "#lib/domain/model-state.ts";
import { isGatewayError } from "#server/base/errors.ts";
import { isCredentialRefused } from "#server/models/refused-credential.ts";
import type { Client } from "./client.ts";

const PATIENCE_MS = 900;

export interface Found {
  readonly state: ModelState;
  /** Whether the model is in the server's list of models; null if the server returned no list. */
  readonly listed: boolean | null;
  /** Whether the model is not loaded and only a call makes the server load it. */
  readonly asleep: boolean;
}

/** States reported by llama.cpp's router in which only a call loads the model. */
const ASLEEP = ["unloaded", "sleeping"];

/**
 * Requests the list of models. The state is `loading` if the model is not listed, is listed as not loaded, or if the
 * server answers 503; `refused` if the server rejects the API key; `offline` without a connection. A timeout or any
 * other answer means `unclear`, because the server may be busy or may not offer a list.
 */
export async function probe(client: Client, name: string): Promise<Found> {
  try {
    const models = await client.listModels(AbortSignal.timeout(PATIENCE_MS));
    // Ollama lists a model without a tag as `:latest`.
    const model = models.find(({ id }) => id === name) ?? models.find(({ id }) => id === `${name}:latest`);
    if (model === undefined) return { state: "loading", listed: false, asleep: false };
    const loaded = model.status === undefined || model.status === "loaded";
    return {
      state: loaded ? "ready" : "loading",
      listed: true,
      asleep: ASLEEP.includes(model.status ?? ""),
    };
  } catch (error) {
    return { state: stateOf(error), listed: null, asleep: false };
  }
}

function stateOf(error: unknown): ModelState {
  if (isCredentialRefused(error)) return "refused";
  const code = isGatewayError(error) ? error.code : undefined;
  if (code === "MODEL_OFFLINE") return "offline";
  return code === "MODEL_NOT_READY" ? "loading" : "unclear";
}
