import { readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import type { Detector } from "./finding.ts";

/** How far two clocks may differ before it is worth a word, in seconds. */
const CLOCKS = 300;

/** A cutoff that has not been reached: the input cannot hold what will be known by then. */
export const findAsOfInFuture: Detector = ({ input }, { now }) => {
  const asOf = readDateTime(input.as_of);
  const present = readDateTime(now);
  if (!asOf.ok || !present.ok || secondsBetween(present.instant, asOf.instant) <= CLOCKS) return [];
  return [
    {
      id: "as-of-in-future",
      severity: "high",
      path: "/input/as_of",
      message:
        "as_of lies in the future, so the forecast would claim to know what is known by then. Set it to the time up to which you looked for information.",
    },
  ];
};
