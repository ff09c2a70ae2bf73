import { compareDateTimes, timeOf } from "#lib/contract/date-time.ts";
import { countOf, formatDay } from "#lib/format.ts";

const DAY_MS = 86_400_000;

/** Describes the span of the observations and the time from the cutoff to the resolution. */
export function describeTimes(observed: readonly string[], asOf: string, resolvesAt: string): string {
  const sorted = observed.toSorted(compareDateTimes);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const days = countOf(Math.round((timeOf(resolvesAt) - timeOf(asOf)) / DAY_MS), "day");
  const ahead = `The question resolves ${days} after the cutoff.`;
  if (first === undefined || last === undefined) return `No observations. ${ahead}`;
  const whole = Math.floor((timeOf(asOf) - timeOf(last)) / DAY_MS);
  const age = whole === 0 ? "less than a day" : countOf(whole, "day");
  return `${countOf(observed.length, "observation")} from ${formatDay(first)} to ${formatDay(last)}, the latest ${age} before the cutoff. ${ahead}`;
}
