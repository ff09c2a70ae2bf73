import { until } from "./until.ts";

/** Returns a time after everything so far: an event in the same millisecond as a forecast would count as earlier. */
export function nextMillisecond(): Promise<string> {
  const start = Date.now();
  return until("the next millisecond", () => (Date.now() > start ? new Date().toISOString() : undefined));
}
