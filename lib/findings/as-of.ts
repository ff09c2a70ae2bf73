import { compareInstants, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import { endOfTraining, isRetrospective } from "#lib/domain/training-cutoff.ts";
import type { Detector } from "./finding.ts";

/**
 * Reports an as_of before the end of the model's training data: the model may know the outcome. The severity is `high`
 * if the resolution date is before it too. Reports nothing if the training cutoff is unknown.
 */
export const findRetrospective: Detector = ({ task, input }, { trainingCutoff }) => {
  const trainedUntil = trainingCutoff === undefined ? undefined : endOfTraining(trainingCutoff);
  if (trainedUntil === undefined || !isRetrospective(input.as_of, trainingCutoff)) return [];
  const deadline = readDateTime(task.resolution.resolves_at);
  const outcomeKnown = deadline.ok && compareInstants(deadline.instant, trainedUntil) < 0;
  const what = outcomeKnown
    ? "The resolution date is before the training cutoff too, so the model may have read the outcome."
    : "The model may know events after the information cutoff.";
  return [
    {
      id: "as-of-before-training-cutoff",
      severity: outcomeKnown ? "high" : "medium",
      path: "/input/as_of",
      message: `The information cutoff is before the model's training cutoff (${trainingCutoff}). ${what} Do not use the score of this forecast as evidence of skill.`,
    },
  ];
};

/** Clock differences up to this many seconds are ignored. */
const CLOCKS = 300;

/** Reports an as_of in the future, because the input cannot contain information from the future. */
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
        "as_of is in the future, but the context cannot contain information from the future. Set as_of to the time up to which you looked for information.",
    },
  ];
};
