import { sum, toLogs, toSumOne, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { probabilityBetween } from "#lib/stats/student-t.ts";
import type { Evidence } from "./combine.ts";
import type { Parameters } from "./parameters.ts";
import type { Candidate, Interval, Series } from "./reading.ts";
import { boundOn } from "./scale.ts";
import type { SeriesModel } from "./series-model.ts";

/**
 * The distribution over the options from all series: each by the distribution of its value at the deadline, combined by
 * their mean in log space. A series' share is divided equally among its measurements and its partition. Undefined
 * without series.
 */
export function poolSeries(all: readonly Series[], parameters: Parameters): Evidence | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map((one) => ({
    observations: one.observations,
    logs: toLogs(distributionOf(one, parameters), parameters.floor),
    weight: trustIn(one, parameters),
  }));
  const total = sum(rows.map((row) => row.weight));
  return {
    logs: weightedMean(rows),
    weight: parameters.series_weight * Math.max(...rows.map((row) => row.weight)),
    used: rows.flatMap(({ observations, weight }) =>
      observations.map((observation) => ({ observation, weight: weight / total / observations.length })),
    ),
  };
}

/** The weight of a series against others, 0 to 1: more with more measurements, less with a longer horizon. */
export function trustIn(
  { measurements, span, horizon }: Series,
  { series_half_measurements: half }: Parameters,
): number {
  return (measurements / (measurements + half)) * (span / (span + horizon));
}

/**
 * The distribution over the options at the deadline: the weighted mean of the models, a share for a value that has not
 * changed since the last measurement, and a share for what no model covers, spread evenly, which grows with the horizon
 * and shrinks with more measurements.
 */
export function distributionOf(series: Series, parameters: Parameters): Vector {
  const { intervals, last } = series;
  const same = intervals.map((interval) => (holds(interval, last) ? 1 : 0));
  const moved = series.candidates.length === 0 ? same : movedOf(series, parameters);
  const still = parameters.series_unchanged_share * series.unchanged;
  const unknown = unknownShare(series, parameters);
  return moved.map((value, option) => {
    const known = (1 - still) * value + still * (same[option] ?? 0);
    return (1 - unknown) * known + unknown / intervals.length;
  });
}

/** How much of the forecast is left to what no model covers, 0 to 1. */
function unknownShare({ measurements, span, horizon }: Series, parameters: Parameters): number {
  const ofHorizon = (parameters.series_unknown_horizon * (horizon / span)) / Math.sqrt(measurements);
  const odds = ofHorizon + (parameters.series_unknown_measurements / measurements) ** 2;
  return odds / (1 + odds);
}

function movedOf(series: Series, parameters: Parameters): Vector {
  const { intervals, candidates } = series;
  const weights = weightsOf(candidates, parameters);
  const degrees = degreesOf(series, parameters);
  const rows = candidates.map(({ scale, centre, spread, recent }, index) => {
    const end = { centre, scale: spread * recent * parameters.series_spread, degrees };
    const weight = weights[index] ?? 0;
    return intervals.map(
      ({ low, high }) => weight * probabilityBetween(end, boundOn(scale, low), boundOn(scale, high)),
    );
  });
  return toSumOne(intervals.map((_, option) => sum(rows.map((row) => row[option] ?? 0))));
}

/** The farther ahead, the more steps add up, and the nearer is their sum to a normal distribution. */
function degreesOf({ measurements, span, horizon }: Series, parameters: Parameters): number {
  const steps = Math.max(1, (horizon / span) * (measurements - 1));
  return Math.min(parameters.series_degrees * steps ** parameters.series_degrees_growth, measurements / 2);
}

/** The weight of each candidate: prior share times likelihood; sums to 1. */
export function weightsOf(candidates: readonly Candidate[], parameters: Parameters): Vector {
  const highest = Math.max(...candidates.map(({ evidence }) => evidence));
  return toSumOne(candidates.map(({ model, evidence }) => shareOf(model, parameters) * Math.exp(evidence - highest)));
}

/** Models that differ only in noise share equally, and so do the slow and the fast return. */
function shareOf({ reversion, drift }: SeriesModel, parameters: Parameters): number {
  const { series_reversion_share: returning, series_drift_share: drifting } = parameters;
  if (reversion > 0) return returning / 4;
  return ((1 - returning) * (drift > 0 ? drifting : 1 - drifting)) / 2;
}

function holds({ low, high, withLow, withHigh }: Interval, value: number): boolean {
  return (withLow ? value >= low : value > low) && (withHigh ? value <= high : value < high);
}
