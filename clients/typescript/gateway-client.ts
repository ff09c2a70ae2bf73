import { setTimeout } from "node:timers/promises";
import type { components } from "./api.ts";

type Schemas = components["schemas"];
export type PredictionRequest = Schemas["PredictionRequest"];
export type PredictionResponse = Schemas["PredictionResponse"];
export type ErrorDetails = Schemas["Error"]["error"];

/** An error response of the gateway. */
export class PredictionError extends Error {
  override readonly name = "PredictionError";
  readonly status: number;
  readonly code: ErrorDetails["code"];
  readonly issues: ErrorDetails["issues"];
  readonly requestId: string;

  constructor(status: number, { error, request_id }: Schemas["Error"]) {
    super(`${error.code}: ${error.message}`);
    this.status = status;
    this.code = error.code;
    this.issues = error.issues;
    this.requestId = request_id;
  }
}

export interface ClientOptions {
  /** The gateway's URL, such as `https://forecasts.example.org`. It may include a path prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The maximum number of retries after the statuses 408, 429, 502 and 503 or a lost connection; 3 by default. */
  readonly retries?: number;
  /** Waits `ms` milliseconds. Rejects when the signal aborts. Tests can replace it. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503]);
const LONGEST_WAIT_MS = 60_000;

/** Calls `POST /v1/predict`. Requires Node 20 or later. Do not use it in a browser, because the API key is secret. */
export class GatewayClient {
  readonly #options: Required<ClientOptions>;

  constructor(options: ClientOptions) {
    this.#options = {
      retries: 3,
      wait: (ms, signal) => setTimeout(ms, undefined, signal === undefined ? {} : { signal }),
      ...options,
    };
  }

  /**
   * Requests a forecast. All attempts share one idempotency key, so a retry never causes a second inference. Throws a
   * PredictionError for an error response, and the error of `fetch` if no attempt got a response.
   */
  async predict(
    request: PredictionRequest,
    { idempotencyKey = crypto.randomUUID(), signal }: { idempotencyKey?: string; signal?: AbortSignal } = {},
  ): Promise<PredictionResponse> {
    const { baseUrl, apiKey, retries, wait } = this.#options;
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": `"${idempotencyKey}"`,
    };
    const url = `${baseUrl.replace(/\/+$/, "")}/v1/predict`;
    const body = JSON.stringify(request);
    const pause = (attempt: number, retryAfter: string | null) =>
      wait(waitMs(attempt, retryAfter), signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      let response: Response;
      try {
        response = await fetch(url, {
          method: "POST",
          headers,
          body,
          ...(signal === undefined ? {} : { signal }),
        });
        if (response.ok) return await response.json();
      } catch (error) {
        if (isLast || signal?.aborted === true) throw error;
        await pause(attempt, null);
        continue;
      }
      // A replayed response is recorded for the key and never changes, so a retry is useless.
      const isRecorded = response.headers.get("Idempotency-Replayed") === "true";
      if (isLast || isRecorded || !PASSING.has(response.status)) throw await readError(response);
      await response.body?.cancel();
      await pause(attempt, response.headers.get("Retry-After"));
    }
  }
}

/** Returns the delay from `Retry-After`, or 1, 2, 4 … seconds, plus up to 50 % jitter. */
function waitMs(attempt: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  const ms = Math.min(LONGEST_WAIT_MS, Number.isFinite(seconds) ? seconds * 1_000 : 1_000 * 2 ** attempt);
  return ms * (1 + Math.random() / 2);
}

/** Returns a PredictionError for an error of the gateway, or an Error for another response, such as a proxy's. */
async function readError(response: Response): Promise<Error> {
  const text = await response.text();
  try {
    const body: Schemas["Error"] = JSON.parse(text);
    return new PredictionError(response.status, body);
  } catch {
    return new Error(`The response is not from the gateway: status ${response.status}`);
  }
}
