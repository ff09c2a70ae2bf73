import type { Parameters } from "./parameters.ts";
import { rankedScore } from "./student-t.ts";
import { fitWalk, type Point, walkOn } from "./walk.ts";

/** How the walk would have done within the series it is fitted on. */
export interface Skill {
  /** The share of the reference's loss that it avoids: at most 1; 0 or less where it earns nothing. */
  readonly skill: number;
  /** How many forecasts that is from, at most; those whose stretches overlap count as fewer. */
  readonly tests: number;
  /** How far ahead it was tried, in days. */
  readonly lead: number;
}

/** The walk is first tried on as many readings: two differences. */
const FEWEST = 3;

/**
 * Walks forward through a series of at least five readings: from each reading on, fitted on what had come by then, the
 * walk forecasts the first reading that is `lead` days later or more, and is held against the earlier readings' own
 * distribution, which knows no order in time. Both by the continuous ranked probability score. `lead` is the question's
 * `horizon`, in days, or half of the time there is where that is less.
 */
export function walkSkill(points: readonly Point[], horizon: number, parameters: Parameters): Skill {
  const start = points[FEWEST - 1]?.day ?? 0;
  const lead = Math.min(horizon, ((points.at(-1)?.day ?? 0) - start) / 2);
  const past = pastOf(points);
  let walked = 0;
  let reference = 0;
  let tests = 0;
  let reached = start;
  let next = FEWEST;
  for (let count = FEWEST; count < points.length; count++) {
    const walk = fitWalk(points.slice(0, count), parameters);
    if (walk === undefined) break;
    while ((points[next]?.day ?? Infinity) < walk.last.day + lead) next++;
    next = Math.max(next, count);
    const target = points[next];
    if (target === undefined) break;
    walked += rankedScore(walkOn(walk, target.day - walk.last.day), target.value);
    reference += past(count, target.value);
    reached = target.day;
    tests++;
  }
  return {
    skill: reference > 0 ? 1 - walked / reference : 0,
    tests: Math.min(tests, (reached - start) / lead),
    lead,
  };
}

/** The ranked score of the first `count` readings' empirical distribution; asked for growing counts. */
function pastOf(points: readonly Point[]): (count: number, value: number) => number {
  let pairs = 0;
  let known = 0;
  const distance = (count: number, value: number) => {
    let total = 0;
    for (let index = 0; index < count; index++) total += Math.abs((points[index]?.value ?? 0) - value);
    return total;
  };
  return (count, value) => {
    for (; known < count; known++) pairs += distance(known, points[known]?.value ?? 0);
    return distance(count, value) / count - pairs / (count * count);
  };
}
