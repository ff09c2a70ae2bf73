import { isGatewayError } from "#server/errors.ts";
import type { ModelState } from "#server/infra/models/model.ts";
import type { Client } from "./client.ts";

const PATIENCE_MS = 900;

export interface Found {
  readonly state: ModelState;
  /** Does the server's list of models have this one? Null where it gives no list. */
  readonly listed: boolean | null;
}

/**
 * Asks for the list of models. A list without this one, or 503, says that it is not loaded; without a connection it is
 * offline. Silence and any other answer say nothing: a server may be busy, or have no list. Never rejects.
 */
export async function probe(client: Client, name: string): Promise<Found> {
  try {
    const models = await client.listModels(AbortSignal.timeout(PATIENCE_MS));
    // Ollama lists a model that was asked for without a tag under this one.
    const listed = models.includes(name) || models.includes(`${name}:latest`);
    return { state: listed ? "ready" : "loading", listed };
  } catch (error) {
    const code = isGatewayError(error) ? error.code : undefined;
    const state = code === "MODEL_OFFLINE" ? "offline" : code === "MODEL_NOT_READY" ? "loading" : "unclear";
    return { state, listed: null };
  }
}
