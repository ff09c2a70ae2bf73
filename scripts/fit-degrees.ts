import { mean } from "#lib/scoring/mean.ts";
import type { Parameters } from "#server/model/pool/parameters.ts";
import { readObservations } from "#server/model/pool/read-observations.ts";
import { probabilityBetween } from "#server/model/pool/student-t.ts";
import { fitWalk, type Point, walkOn } from "#server/model/pool/walk.ts";
import type { ResolvedCase } from "./read-cases.ts";

export const DEGREES = [2.5, 3, 4, 6, 10, 30] as const;

/** How far ahead, in days: to the next reading, a week, four weeks. */
const LEADS = [0, 7, 28];
const FEWEST = 5;

/** Where the options of a made-up question part, in typical changes over the lead from the last reading. */
const BOUNDS = [-4, -2.5, -1.5, -1, -0.6, -0.3, 0, 0.3, 0.6, 1, 1.5, 2.5, 4];

/** How one choice of degrees did. */
export interface DegreesScore {
  readonly degrees: number;
  /** Mean log score over the series, one figure a lead; NaN where no series reaches as far. */
  readonly byLead: readonly number[];
}

/**
 * Scores walks of every candidate on the only dated series of numbers that resolved questions hold: the log-odds of a
 * source's forecasts, of each question's longest case. From each reading on, with at least five before it, the walk
 * gives the intervals about the last reading in which a later one may lie. Series count the same, however long.
 */
export function scoreDegrees(cases: readonly ResolvedCase[], fixed: Parameters): readonly DegreesScore[] {
  const series = longestCases(cases).flatMap((one) => logOddsOf(one, fixed));
  return DEGREES.map((degrees) => {
    const parameters = { ...fixed, series_degrees: degrees };
    const byLead = LEADS.map((lead) =>
      mean(
        series.flatMap((points) => {
          const scores = scoresOf(points, lead, parameters);
          return scores.length === 0 ? [] : mean(scores);
        }),
      ),
    );
    return { degrees, byLead };
  });
}

/** The candidate with the lowest score, all leads that a series reaches counting the same. Undefined without any. */
export function chooseDegrees(scores: readonly DegreesScore[]): number | undefined {
  const [best] = scores
    .map(({ degrees, byLead }) => ({ degrees, score: mean(byLead.filter(Number.isFinite)) }))
    .filter(({ score }) => Number.isFinite(score))
    .sort((a, b) => a.score - b.score);
  return best?.degrees;
}

function longestCases(cases: readonly ResolvedCase[]): readonly ResolvedCase[] {
  return [...Map.groupBy(cases, ({ set, question }) => `${set} ${question}`).values()].flatMap(
    (group) => group.toSorted((a, b) => b.request.input.context.length - a.request.input.context.length)[0] ?? [],
  );
}

/** Of the task's first option, a series a source, oldest first; of several readings of one instant the last. */
function logOddsOf({ request }: ResolvedCase, parameters: Parameters): readonly (readonly Point[])[] {
  const { forecasts } = readObservations(request.task, request.input, parameters);
  return [...Map.groupBy(forecasts, ({ source }) => source).values()].map((readings) => {
    const byDay = new Map(
      readings.map(({ age, probabilities: [p = 0] }) => {
        const [yes, no] = [Math.max(p, parameters.floor), Math.max(1 - p, parameters.floor)];
        return [-age, Math.log(yes / no)];
      }),
    );
    return [...byDay].map(([day, value]) => ({ day, value })).sort((a, b) => a.day - b.day);
  });
}

function scoresOf(points: readonly Point[], lead: number, parameters: Parameters): readonly number[] {
  const scores: number[] = [];
  for (let count = FEWEST; count < points.length; count++) {
    const past = points.slice(0, count);
    const walk = fitWalk(past, parameters);
    if (walk === undefined || walk.scale === 0) continue;
    const target = points.slice(count).find(({ day }) => day >= walk.last.day + lead);
    if (target === undefined) break;
    const days = target.day - walk.last.day;
    const bounds = BOUNDS.map((bound) => walk.last.value + bound * typicalChange(past) * Math.sqrt(days));
    const high = bounds.find((bound) => target.value <= bound) ?? Infinity;
    const low = bounds.findLast((bound) => target.value > bound) ?? -Infinity;
    const probability = probabilityBetween(walkOn(walk, days), low, high);
    scores.push(-Math.log(Math.max(probability, parameters.floor)));
  }
  return scores;
}

/** The root mean square of a day's change: the same for every candidate. */
function typicalChange(points: readonly Point[]): number {
  let squares = 0;
  for (const [index, { value }] of points.slice(1).entries()) squares += (value - (points[index]?.value ?? 0)) ** 2;
  return Math.sqrt(squares / ((points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0)));
}
