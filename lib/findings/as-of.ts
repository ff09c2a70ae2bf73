import { compareInstants, type Instant, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import type { Detector } from "./finding.ts";

/**
 * Reports an as_of before the end of the model's training data: the model may know the outcome. `high` if the deadline
 * is also before it. Reports nothing if the training cutoff is unknown.
 */
export const findRetrospective: Detector = ({ task, input }, { trainingCutoff }) => {
  const trainedUntil = trainingCutoff === undefined ? undefined : endOf(trainingCutoff);
  const asOf = readDateTime(input.as_of);
  if (trainedUntil === undefined || !asOf.ok || compareInstants(asOf.instant, trainedUntil) >= 0) return [];
  const deadline = readDateTime(task.resolution.resolves_at);
  const outcomeKnown = deadline.ok && compareInstants(deadline.instant, trainedUntil) < 0;
  const what = outcomeKnown
    ? "Its deadline lies before it as well: the model may have read the outcome."
    : "The model may know what happened after the cutoff.";
  return [
    {
      id: "as-of-before-training-cutoff",
      severity: outcomeKnown ? "high" : "medium",
      path: "/input/as_of",
      message: `This is a retrospective question: the information cutoff lies before the model's training cut-off (${trainingCutoff}). ${what} Do not count its score as a forecast made in time.`,
    },
  ];
};

/** Returns the end of a UTC day or month, or a date-time as it is; undefined if `cutoff` is invalid. */
function endOf(cutoff: string): Instant | undefined {
  const parsed = readDateTime(cutoff);
  if (parsed.ok) return parsed.instant;
  const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(cutoff);
  if (parts === null) return undefined;
  const [year, month] = [Number(parts[1]), Number(parts[2])];
  const end = parts[3] === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, Number(parts[3]) + 1);
  const first = readDateTime(`${parts[1]}-${parts[2]}-${parts[3] ?? "01"}T00:00:00Z`);
  return first.ok ? { seconds: end / 1000, leap: false, fraction: "" } : undefined;
}

/** Clock differences up to this many seconds are not reported. */
const CLOCKS = 300;

/** Reports an as_of in the future: the input cannot contain what becomes known until then. */
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
