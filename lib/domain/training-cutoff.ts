import { compareInstants, type Instant, readDateTime } from "#lib/contract/date-time.ts";

const DAY_SECONDS = 86_400;

/**
 * Returns the end of the model's training data: the end of a UTC day or month, or the instant of a date-time. Undefined
 * if `cutoff` is invalid.
 */
export function endOfTraining(cutoff: string): Instant | undefined {
  const parsed = readDateTime(cutoff);
  if (parsed.ok) return parsed.instant;
  const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(cutoff);
  if (parts === null) return undefined;
  const [year, month] = [Number(parts[1]), Number(parts[2])];
  const end = parts[3] === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, Number(parts[3]) + 1);
  const first = readDateTime(`${parts[1]}-${parts[2]}-${parts[3] ?? "01"}T00:00:00Z`);
  return first.ok ? { seconds: end / 1000, leap: false, fraction: "" } : undefined;
}

/** Returns the first UTC day after the end of the model's training data, as YYYY-MM-DD. Undefined if it is unknown. */
export function firstUntrainedDay(trainingCutoff: string | undefined): string | undefined {
  const end = trainingCutoff === undefined ? undefined : endOfTraining(trainingCutoff);
  if (end === undefined) return undefined;
  return new Date(Math.ceil(end.seconds / DAY_SECONDS) * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
}

/**
 * Whether a forecast is retrospective: its `as_of` lies before the end of the model's training data, so the model may
 * know the outcome. False if the training cutoff is unknown.
 */
export function isRetrospective(asOf: string, trainingCutoff: string | undefined): boolean {
  const end = trainingCutoff === undefined ? undefined : endOfTraining(trainingCutoff);
  const parsed = readDateTime(asOf);
  return end !== undefined && parsed.ok && compareInstants(parsed.instant, end) < 0;
}
