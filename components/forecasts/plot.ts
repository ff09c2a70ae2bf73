import { type Instant, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";

interface Point {
  readonly asOf: string;
  readonly modelVersion: string;
}

/** Something that happened at one moment of the chart, drawn as a line from top to bottom. */
export interface Mark {
  /** 0..1 from left to right. */
  readonly x: number;
  readonly label: string;
}

/** Where each point stands between the first cutoff and the last, 0..1; all in the middle where there is only one. */
export function placeInTime(points: readonly Point[]): number[] {
  const instants = points.map(({ asOf }) => toInstant(asOf));
  const first = instants[0];
  const last = instants.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = secondsBetween(first, last);
  return instants.map((instant) => (span === 0 ? 0.5 : secondsBetween(first, instant) / span));
}

/** A mark at the first point of each model version but the first: what moves there may be the model's doing. */
export function markVersions(points: readonly Point[], places: readonly number[]): Mark[] {
  return points.flatMap(({ modelVersion }, index) => {
    const before = points[index - 1];
    if (before === undefined || before.modelVersion === modelVersion) return [];
    return [{ x: places[index] ?? 0, label: `version ${shortVersion(modelVersion)}` }];
  });
}

/**
 * The same where the event is known: it stands among the points, or at the right edge where it came after all of them.
 */
export function placeBeforeEvent(points: readonly Point[], happenedAt: string): { places: number[]; event: number } {
  const event = { asOf: happenedAt, modelVersion: "" };
  const later = points.findIndex(({ asOf }) => secondsBetween(toInstant(happenedAt), toInstant(asOf)) > 0);
  const at = later === -1 ? points.length : later;
  const places = placeInTime(points.toSpliced(at, 0, event));
  return { places: places.toSpliced(at, 1), event: places[at] ?? 1 };
}

/** "r13-c@1a2b3c4d…" is long for a chart: its first digits tell two versions apart. */
export function shortVersion(modelVersion: string): string {
  return modelVersion.slice(modelVersion.indexOf("@") + 1).slice(0, 7);
}

function toInstant(text: string): Instant {
  const read = readDateTime(text);
  if (!read.ok) throw new RangeError(`${text} is no date-time of the contract`);
  return read.instant;
}
