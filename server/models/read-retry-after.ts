/** Longer waits are capped: a server may be ready long before. */
const MAX_SECONDS = 9_999;

/**
 * Returns the wait that a response's headers ask for, in whole seconds from 1 to 9,999: `retry-after-ms`, or
 * `retry-after` as a number or an HTTP date. Undefined without a readable header. `now` is in milliseconds.
 */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const ms = readNumber(headers["retry-after-ms"]);
  const text = headers["retry-after"];
  const seconds = ms === undefined ? (readNumber(text) ?? readDate(text, now)) : ms / 1000;
  return seconds === undefined ? undefined : inRange(seconds);
}

/** Rounds up, and caps. */
export function inRange(seconds: number): number {
  return Math.min(MAX_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function readNumber(header: unknown): number | undefined {
  const text = String(header).trim();
  return /^\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;
}

function readDate(header: unknown, now: number): number | undefined {
  const text = String(header).trim();
  // Date.parse also reads "7 s" as a date.
  const at = /^[A-Z][a-z]{2,8}, .*\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : (at - now) / 1000;
}
