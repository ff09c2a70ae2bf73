import { DeadlineError, GatewayError, NetworkError, ResponseError } from "./errors.ts";

/** If the gateway requests a longer delay, such as after a used-up token budget, there is no retry. */
const MAX_RETRY_MS = 60_000;
const [POLL_MS, MIN_POLL_MS, MAX_POLL_MS] = [10_000, 1_000, 300_000];

/** Returns the delay before retry number `retry`, from 0; undefined if a retry is useless. */
export function delayOfRetry(error: unknown, retry: number): number | undefined {
  const delay = isTransient(error) ? (requestedDelay(error) ?? backoff(retry)) : Infinity;
  return delay <= MAX_RETRY_MS ? delay : undefined;
}

/** Returns the delay before the next look-up of an open submission. */
export function delayOfPoll(retryAfterMs = POLL_MS): number {
  return Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, retryAfterMs));
}

/**
 * Returns the delay before the next look-up after `failures` earlier failures; undefined if the error is not an outage.
 * Once the gateway has answered, any response of another server is an outage too, such as a maintenance page.
 */
export function delayOfOutage(error: unknown, failures: number, hasAnswered: boolean): number | undefined {
  const isOutage =
    isTransient(error) ||
    (error instanceof GatewayError && error.status >= 500) ||
    (error instanceof ResponseError && hasAnswered);
  return isOutage ? delayOfPoll(requestedDelay(error) ?? backoff(failures)) : undefined;
}

/** Whether the same request can succeed later, and no retry can cause a second inference. */
function isTransient(error: unknown): boolean {
  if (error instanceof GatewayError) return [408, 429, 503].includes(error.status) && !error.isReplayed;
  // A proxy in front of the gateway sent it.
  if (error instanceof ResponseError) return [408, 425, 429].includes(error.status) || error.status >= 500;
  return error instanceof NetworkError || error instanceof DeadlineError;
}

function requestedDelay(error: unknown): number | undefined {
  return error instanceof GatewayError || error instanceof ResponseError ? error.retryAfterMs : undefined;
}

function backoff(failures: number): number {
  return Math.min(MAX_RETRY_MS, 1_000 * 2 ** failures);
}

/** Adds up to 50 %, so that clients do not return all at once. */
export function withJitter(ms: number): number {
  return ms * (1 + Math.random() / 2);
}

/** Returns the milliseconds of a `Retry-After` header in seconds or as an HTTP date; undefined without a valid one. */
export function readRetryAfter(value: string | null, date: string | null): number | undefined {
  if (value === null || /^\d+$/.test(value)) return value === null ? undefined : Number(value) * 1_000;
  const time = value.endsWith(" GMT") ? Date.parse(value) : Number.NaN;
  // The date of the response is the time of the gateway's own clock.
  return Number.isNaN(time) ? undefined : Math.max(0, time - (Date.parse(date ?? "") || Date.now()));
}
