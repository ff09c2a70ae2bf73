import { isGatewayError } from "#server/errors.ts";
import type { ModelState } from "#server/infra/models/model.ts";
import type { Client } from "./client.ts";

const PATIENCE_MS = 900;

export interface Found {
  readonly state: ModelState;
  /** Whether the server lists this model; null if the server returns no list. */
  readonly listed: boolean | null;
}

/**
 * Requests the list of models. The model is loading if it is not listed or the server answers 503, and offline without
 * a connection. A timeout or any other answer is unclear: a server may be busy, or has no such list.
 */
export async function probe(client: Client, name: string): Promise<Found> {
  try {
    const models = await client.listModels(AbortSignal.timeout(PATIENCE_MS));
    // Ollama lists a model that was requested without a tag under this name.
    const listed = models.includes(name) || models.includes(`${name}:latest`);
    return { state: listed ? "ready" : "loading", listed };
  } catch (error) {
    const code = isGatewayError(error) ? error.code : undefined;
    const state = code === "MODEL_OFFLINE" ? "offline" : code === "MODEL_NOT_READY" ? "loading" : "unclear";
    return { state, listed: null };
  }
}
