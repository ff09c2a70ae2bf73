import type { ModelState } from "#lib/domain/model-state.ts";
import { isGatewayError } from "#server/base/errors.ts";
import { cacheReadiness } from "#server/models/cache-readiness.ts";
import { keepConnections } from "#server/models/connections.ts";
import type { ApprovedInput, Model } from "#server/models/model.ts";
import { postOnce } from "#server/models/post-once.ts";
import { upstreamError } from "#server/models/upstream-error.ts";
import { readAnswer } from "./read-answer.ts";

interface Edges {
  readonly release: string;
  /** The base URL of the model server; `/predict` and `/health/ready` are appended. */
  readonly url: string;
  readonly token: string | undefined;
  readonly now: () => Date;
}

/** Creates the adapter for a model server that implements the gateway's own protocol (docs/models.md). */
export function createHttpModel({ release, url, token, now }: Edges) {
  const credential: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const predictUrl = new URL(`${url}/predict`);
  const readyUrl = new URL(`${url}/health/ready`);
  const connections = keepConnections(predictUrl);
  const readiness = cacheReadiness({ probe: () => probe(readyUrl, credential), now });
  let lastVersion: string | undefined;
  return {
    release,
    // Every task and input is supported, because only the server knows which inputs its model can use.
    supports: () => ({ ok: true }),
    unusable: () => [],
    async forecast(approved, signal, remainingMs) {
      const { requestId, task } = approved;
      const body = write(approved, release, Math.max(1, Math.floor(remainingMs)));
      const headers = { ...credential, "content-type": "application/json" };
      const sent = { url: predictUrl, method: "POST", headers, body } as const;
      const reply = await postOnce({ ...sent, connections, signal });
      if (reply.status !== 200) throw upstreamError(reply);
      const answer = readAnswer(reply.body, requestId, task);
      lastVersion = answer.modelVersion;
      return answer;
    },
    readiness: () => readiness.current(),
    status: () => ({ version: lastVersion, server: predictUrl.host, since: readiness.since() }),
  } satisfies Model;
}

/** Returns the request body as canonical JSON. Task and input were already serialised to compute their ids. */
function write({ requestId, canonical }: ApprovedInput, release: string, deadlineMs: number): string {
  return (
    `{"deadline_ms":${deadlineMs},"input":${canonical.input},"model":${JSON.stringify(release)}` +
    `,"request_id":"${requestId}","task":${canonical.task}}`
  );
}

const PATIENCE_MS = 900;

/**
 * Returns the readiness of a model server: ready for status 200, loading for 503, offline without a connection. A
 * timeout or any other answer means unclear, because a single-threaded server does not respond while it works. Never
 * rejects.
 */
async function probe(url: URL, headers: Readonly<Record<string, string>>): Promise<ModelState> {
  try {
    const { status } = await postOnce({ url, method: "GET", headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (status === 200) return "ready";
    return status === 503 ? "loading" : "unclear";
  } catch (error) {
    return isGatewayError(error) && error.code === "MODEL_OFFLINE" ? "offline" : "unclear";
  }
}
