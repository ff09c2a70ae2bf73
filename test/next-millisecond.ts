import { until } from "./until.ts";

/** A moment after all that has happened: an event of the same millisecond as a forecast would come before it. */
export function nextMillisecond(): Promise<string> {
  const start = Date.now();
  return until("the next millisecond", () => (Date.now() > start ? new Date().toISOString() : undefined));
}
