import { setTimeout as sleep } from "node:timers/promises";
import type { components } from "./api.ts";
import * as args from "./arguments.ts";
import { DeadlineError, GatewayError, ResponseError, ReviewError } from "./errors.ts";
import { exchange, type Fetch } from "./exchange.ts";
import { delayOfOutage, delayOfPoll, delayOfRetry, withJitter } from "./retries.ts";

type Schemas = components["schemas"];

export type { Fetch };
export type PredictionRequest = Schemas["PredictionRequest"];
export type PredictionResponse = Schemas["PredictionResponse"];
export type SubmissionState = Schemas["SubmissionState"];
export type Score = Schemas["Score"];

/** The clock of delays and time limits, which tests can replace. */
export interface Clock {
  /** Returns the time in milliseconds since any moment. */
  now(): number;
  /** Waits `ms` milliseconds, or until the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export interface ClientOptions {
  /** The gateway's URL, such as `https://forecasts.example.org`. It may include a path prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The maximum number of retries of a call; 6 by default. */
  readonly retries?: number | undefined;
  /** The time limit of each attempt; 60,000 by default. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The time limit of each call except `waitForReview`; 300,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** The global `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
}

export interface CallOptions {
  /** Ends the call with a CancelledError. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of this call, instead of the client's. `Infinity` means none. */
  readonly timeoutMs?: number | undefined;
}

type Call = { readonly signal: AbortSignal | undefined; readonly end: number };

interface Attempt<T> {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Returns undefined for a text that the gateway cannot have sent. */
  readonly read: (text: string) => T | undefined;
}

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => {}),
};
const STATUSES: readonly unknown[] = ["submitted", "approved", "changes_requested", "rejected", "withdrawn"];

/**
 * Requests forecasts from a gateway, and looks up earlier requests of the same API key. Requires Node 20 or later. Do not
 * use it in a browser, because the API key is secret. All errors are ClientErrors; README.md lists them.
 *
 * @example
 * const client = new GatewayClient({ baseUrl: "https://forecasts.example.org", apiKey: process.env.GATEWAY_API_KEY ?? "" });
 */
export class GatewayClient {
  readonly #options: Required<{ [Name in keyof ClientOptions]: NonNullable<ClientOptions[Name]> }>;

  constructor(options: ClientOptions) {
    const { baseUrl, apiKey, retries = 6, attemptTimeoutMs = 60_000, timeoutMs = 300_000 } = Object(options);
    const { fetch = globalThis.fetch, clock = SYSTEM_CLOCK } = Object(options);
    args.check(typeof fetch === "function", "fetch must be a function");
    const isClock = typeof clock?.now === "function" && typeof clock.sleep === "function";
    args.check(isClock, "clock must have the functions now and sleep");
    this.#options = {
      baseUrl: args.readBaseUrl(baseUrl),
      apiKey: args.readSecret("apiKey", apiKey),
      retries: args.readNumber("retries", retries, 0, 100),
      attemptTimeoutMs: args.readNumber("attemptTimeoutMs", attemptTimeoutMs, 1, 3_600_000),
      timeoutMs: args.readNumber("timeoutMs", timeoutMs, 1, Infinity),
      fetch,
      clock,
    };
  }

  /**
   * Requests a forecast. All attempts share one idempotency key, so a retry never causes a second inference. To repeat
   * the call in another process, pass your own `idempotencyKey`.
   *
   * @example
   * const { result } = await client.predict(request);
   * console.log(result.choice, result.probabilities);
   */
  async predict(
    request: PredictionRequest,
    options: CallOptions & { readonly idempotencyKey?: string | undefined } = {},
  ): Promise<PredictionResponse> {
    const { idempotencyKey = crypto.randomUUID() } = Object(options);
    const headers = { "Content-Type": "application/json", "Idempotency-Key": args.readIdempotencyKey(idempotencyKey) };
    const body = args.printRequest(request);
    const read = (text: string) =>
      readObject<PredictionResponse>(text, ({ request_id, result }) => {
        const { probabilities } = Object(result);
        return typeof request_id === "string" && Object(probabilities) === probabilities;
      });
    return this.#send({ path: "/v1/predict", method: "POST", headers, body, read }, options);
  }

  /**
   * Waits until reviewers have decided on a refused request. Outages do not end the wait. If the request was approved,
   * returns the submission; then send the request again. Throws a ReviewError for any other decision. `refused` is the
   * error of `predict`, or the id of its submission, with which another process can continue the wait. An error without a
   * submission is thrown unchanged. The wait has no time limit by default.
   *
   * @example
   * try {
   *   return await client.predict(request);
   * } catch (error) {
   *   await client.waitForReview(error);
   *   return await client.predict(request);
   * }
   */
  async waitForReview(refused: unknown, options: CallOptions = {}): Promise<SubmissionState> {
    const submission = refused instanceof GatewayError ? refused.submission : undefined;
    if (refused instanceof Error && submission === undefined) throw refused;
    const id = args.readId("the submission's id", submission?.id ?? refused);
    const call = this.#begin(options, Infinity);
    const read = (text: string) => readObject<SubmissionState>(text, ({ status }) => STATUSES.includes(status));
    let hasAnswered = submission !== undefined;
    for (let failures = 0; ; ) {
      let delay: number | undefined;
      let outage: unknown;
      try {
        const { value, retryAfterMs } = await this.#attempt({ path: `/review-status/${id}`, read }, call);
        if (value.status === "approved") return value;
        if (value.status !== "submitted") throw new ReviewError(value);
        [hasAnswered, failures] = [true, 0];
        delay = delayOfPoll(retryAfterMs);
      } catch (error) {
        delay = delayOfOutage(error, failures++, hasAnswered);
        if (delay === undefined) throw error;
        outage = error;
      }
      if (this.#options.clock.now() + delay > call.end)
        throw new DeadlineError(`The submission ${id} is still waiting for review`, { cause: outage });
      await this.#options.clock.sleep(withJitter(delay), call.signal);
    }
  }

  /**
   * Returns the proof that the result of an earlier request is in the audit log (c2sp.org/tlog-proof). `verifyProof`
   * verifies it offline. Keep it: it is not available once the month is archived.
   */
  async proof(requestId: string, options: CallOptions = {}): Promise<string> {
    const path = `/receipts/${args.readId("requestId", requestId)}`;
    return this.#send({ path, read: (text) => (text.startsWith("c2sp.org/tlog-proof@") ? text : undefined) }, options);
  }

  /**
   * Returns the verifier keys of the audit log and its witnesses (c2sp.org/tlog-policy). Keep a copy: a proof is only as
   * trustworthy as the source of the keys that verify it.
   */
  async policy(options: CallOptions = {}): Promise<string> {
    const read = (text: string) => (/^log \S/m.test(text) ? text : undefined);
    return this.#send({ path: "/.well-known/tlog-policy", read }, options);
  }

  /** Returns the scores of an earlier forecast, or the reason why it has none. */
  async scores(requestId: string, options: CallOptions = {}): Promise<Score> {
    const read = (text: string) => readObject<Score>(text, ({ scored }) => typeof scored === "boolean");
    return this.#send({ path: `/scores/${args.readId("requestId", requestId)}`, read }, options);
  }

  #begin(options: CallOptions, limit = this.#options.timeoutMs): Call {
    args.check(typeof options === "object" && options !== null, "options must be an object");
    const { signal, timeoutMs = limit } = options;
    const isSignal = signal === undefined || typeof signal?.addEventListener === "function";
    args.check(isSignal, "signal must be an AbortSignal");
    return { signal, end: this.#options.clock.now() + args.readNumber("timeoutMs", timeoutMs, 1, Infinity) };
  }

  async #send<T>(attempt: Attempt<T>, options: CallOptions): Promise<T> {
    const call = this.#begin(options);
    for (let retry = 0; ; retry++) {
      try {
        return (await this.#attempt(attempt, call)).value;
      } catch (error) {
        const delay = delayOfRetry(error, retry);
        if (delay === undefined || retry >= this.#options.retries || this.#options.clock.now() + delay >= call.end)
          throw error;
        await this.#options.clock.sleep(withJitter(delay), call.signal);
      }
    }
  }

  async #attempt<T>({ path, read, ...attempt }: Attempt<T>, { signal, end }: Call) {
    const { baseUrl, apiKey, attemptTimeoutMs, clock, fetch } = this.#options;
    const url = `${baseUrl}${path}`;
    const limit = Math.max(1, Math.min(attemptTimeoutMs, end - clock.now()));
    const headers = { ...attempt.headers, Authorization: `Bearer ${apiKey}` };
    const request = { method: "GET", ...attempt, headers, limit, signal };
    const { status, isReplayed, retryAfterMs, text } = await exchange(fetch, url, request);
    const value = status === 200 ? read(text) : undefined;
    if (value !== undefined) return { value, retryAfterMs };
    const body = status < 400 ? undefined : readObject<Schemas["Error"]>(text, isErrorBody);
    if (body !== undefined) throw new GatewayError(body, { status, retryAfterMs, isReplayed });
    const message = `The response of ${url} is not from the gateway (status ${status})`;
    throw new ResponseError(message, { status, retryAfterMs });
  }
}

/** Returns the JSON object in a text, or undefined if the gateway cannot have sent it. */
function readObject<T>(text: string, isValid: (value: Readonly<Record<string, unknown>>) => boolean): T | undefined {
  try {
    const value = Object(JSON.parse(text));
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorBody({ error, request_id }: Readonly<Record<string, unknown>>): boolean {
  const { code, message } = Object(error);
  return [code, message, request_id].every((one) => typeof one === "string");
}
