import { until } from "./until.ts";

/** Waits for the next millisecond and returns its time, which is later than the time of every event so far. */
export function nextMillisecond(): Promise<string> {
  const start = Date.now();
  return until("the next millisecond", () => (Date.now() > start ? new Date().toISOString() : undefined));
}
