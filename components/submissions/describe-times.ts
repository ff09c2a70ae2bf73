import { compareDateTimes, timeOf } from "#lib/contract/date-time.ts";
import { countOf, formatDay } from "#lib/format.ts";

const DAY_MS = 86_400_000;

/** Describes the span of the observations and the time from the cutoff to the resolution. */
export function describeTimes(observed: readonly string[], asOf: string, resolvesAt: string): string {
  const sorted = observed.toSorted(compareDateTimes);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const ahead = `The question resolves ${daysBetween(asOf, resolvesAt)} after the cutoff.`;
  if (first === undefined || last === undefined) return `No observations. ${ahead}`;
  return `${countOf(observed.length, "observation")} from ${formatDay(first)} to ${formatDay(last)}, the latest ${daysBetween(last, asOf)} before the cutoff. ${ahead}`;
}

function daysBetween(earlier: string, later: string): string {
  const days = Math.floor((timeOf(later) - timeOf(earlier)) / DAY_MS);
  return days === 0 ? "less than a day" : countOf(days, "day");
}
