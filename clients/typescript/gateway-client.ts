import { setTimeout } from "node:timers/promises";
import type { components } from "./api.ts";
import { GatewayError, readError } from "./errors.ts";

type Schemas = components["schemas"];
export type PredictionRequest = Schemas["PredictionRequest"];
export type PredictionResponse = Schemas["PredictionResponse"];
export type SubmissionState = Schemas["SubmissionState"];
export type Score = Schemas["Score"];

export interface ClientOptions {
  /** The gateway's URL, such as `https://forecasts.example.org`. It may include a path prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The maximum number of retries after the statuses 408, 429, 502 and 503 or a lost connection; 3 by default. */
  readonly retries?: number;
  /** Waits `ms` milliseconds. Rejects when the signal aborts. Tests can replace it. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

interface Abortable {
  /** Ends the request and any wait. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Reviewers asked for changes to a submission, rejected it, or it was withdrawn. */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
  readonly submission: SubmissionState;

  constructor(submission: SubmissionState) {
    super(`The submission ${submission.id} is ${submission.status}${submission.note ? `: ${submission.note}` : ""}`);
    this.submission = submission;
  }
}

const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503]);
const LONGEST_WAIT_MS = 60_000;
const POLL_MS = 10_000;

/**
 * Asks a gateway for forecasts, and looks up earlier requests of the same API key. Requires Node 20 or later. Do not use
 * it in a browser, because the API key is secret. All methods throw a GatewayError for an error response, an Error for a
 * redirect, and the error of `fetch` if no attempt got a response.
 *
 * @example
 * const client = new GatewayClient({ baseUrl: "https://forecasts.example.org", apiKey: process.env.GATEWAY_API_KEY ?? "" });
 */
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
   * Requests a forecast. All attempts share one idempotency key, so a retry never causes a second inference.
   *
   * @example
   * const { result } = await client.predict(request);
   * console.log(result.choice, result.probabilities);
   */
  async predict(
    request: PredictionRequest,
    { idempotencyKey = crypto.randomUUID(), signal }: Abortable & { readonly idempotencyKey?: string } = {},
  ): Promise<PredictionResponse> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${idempotencyKey}"` };
    const init = { method: "POST", headers, body: JSON.stringify(request) };
    return this.#send("/v1/predict", init, signal, async (response) => response.json());
  }

  /**
   * Waits until reviewers have decided on a request that `predict` refused. If they approved it, returns the submission;
   * you can then send the request again. Throws a ReviewError for any other decision. Rethrows a refusal that names no
   * submission.
   *
   * @example
   * try {
   *   return await client.predict(request);
   * } catch (error) {
   *   await client.waitForReview(error, { signal: AbortSignal.timeout(3_600_000) });
   *   return await client.predict(request);
   * }
   */
  async waitForReview(refused: unknown, { signal }: Abortable = {}): Promise<SubmissionState> {
    const id =
      typeof refused === "string" ? refused : refused instanceof GatewayError ? refused.submission?.id : undefined;
    if (id === undefined) throw refused;
    for (;;) {
      const { submission, retryAfter } = await this.#send(`/review-status/${id}`, {}, signal, async (response) => ({
        submission: (await response.json()) as SubmissionState,
        retryAfter: response.headers.get("Retry-After"),
      }));
      if (submission.status === "approved") return submission;
      if (submission.status !== "submitted") throw new ReviewError(submission);
      await this.#wait(delayOf(retryAfter) ?? POLL_MS, signal);
    }
  }

  /**
   * Returns the proof that the result of an earlier request is in the audit log (c2sp.org/tlog-proof). `verifyProof`
   * verifies it offline. Keep it: it is not available once the month is archived.
   *
   * @example
   * const proof = await client.proof(response.request_id);
   * const policy = await client.policy(); // once; keep it
   * const { event } = await verifyProof(proof, policy);
   */
  async proof(requestId: string, { signal }: Abortable = {}): Promise<string> {
    return this.#send(`/receipts/${requestId}`, {}, signal, async (response) => response.text());
  }

  /**
   * Returns the verifier keys of the audit log and its witnesses (c2sp.org/tlog-policy). Keep a copy: a proof is only as
   * trustworthy as the source of the keys that verify it.
   *
   * @example
   * writeFileSync("tlog-policy.txt", await client.policy());
   */
  async policy({ signal }: Abortable = {}): Promise<string> {
    return this.#send("/.well-known/tlog-policy", {}, signal, async (response) => response.text());
  }

  /**
   * Returns the scores of an earlier forecast, or the reason why it has none.
   *
   * @example
   * const score = await client.scores(response.request_id);
   * console.log(score.scored ? score.brier : score.reason);
   */
  async scores(requestId: string, { signal }: Abortable = {}): Promise<Score> {
    return this.#send(`/scores/${requestId}`, {}, signal, async (response) => response.json());
  }

  async #send<T>(
    path: string,
    { headers = {}, ...init }: RequestInit & { readonly headers?: Record<string, string> },
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { baseUrl, apiKey, retries } = this.#options;
    const url = `${baseUrl.replace(/\/+$/, "")}${path}`;
    const all = { ...headers, Authorization: `Bearer ${apiKey}` };
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      let response: Response;
      try {
        // A redirect could send the API key to another host.
        response = await fetch(url, { ...init, headers: all, redirect: "manual", signal: signal ?? null });
        if (response.ok) return await read(response);
      } catch (error) {
        if (isLast || signal?.aborted === true) throw error;
        await this.#pause(attempt, undefined, signal);
        continue;
      }
      // A replayed response is recorded for the key and never changes, so a retry is useless.
      const isRecorded = response.headers.get("Idempotency-Replayed") === "true";
      const delay = delayOf(response.headers.get("Retry-After"));
      const isFar = delay !== undefined && delay > LONGEST_WAIT_MS;
      if (isLast || isRecorded || isFar || !PASSING.has(response.status)) throw await readError(response);
      await response.body?.cancel();
      await this.#pause(attempt, delay, signal);
    }
  }

  /** Waits for `Retry-After`, or 1, 2, 4 … seconds, plus up to 50 % jitter. */
  #pause(attempt: number, delay: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    const ms = Math.min(LONGEST_WAIT_MS, delay ?? 1_000 * 2 ** attempt);
    return this.#wait(ms * (1 + Math.random() / 2), signal);
  }

  async #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#options.wait(ms, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }
}

/** Returns the milliseconds of a `Retry-After` header; undefined without a valid one. */
function delayOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}
