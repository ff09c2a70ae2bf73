import { isGatewayError } from "#server/errors.ts";
import type { ModelState } from "#server/infra/models/model.ts";
import { postOnce } from "#server/infra/models/post-once.ts";

const PATIENCE_MS = 900;

/**
 * Asks a model server whether it is ready: 200 says so, 503 that it loads. Without a connection it is offline. Silence
 * is no news: a server with one thread is silent while it works. Nor is any other answer. Never rejects.
 */
export async function probe(url: URL, headers: Readonly<Record<string, string>>): Promise<ModelState> {
  try {
    const { status } = await postOnce({ url, method: "GET", headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (status === 200) return "ready";
    return status === 503 ? "loading" : "unclear";
  } catch (error) {
    return isGatewayError(error) && error.code === "MODEL_OFFLINE" ? "offline" : "unclear";
  }
}
