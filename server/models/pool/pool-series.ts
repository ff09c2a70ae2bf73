import { fromLogs, sum, toLogs, toSumOne, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { probabilityBetween } from "#lib/stats/student-t.ts";
import type { Evidence } from "./combine.ts";
import type { Parameters } from "./parameters.ts";
import type { Candidate, Interval, Series } from "./reading.ts";
import { boundOn } from "./scale.ts";
import { isNoisyWalk } from "./series-model.ts";

/**
 * Combines the distributions of all series at the deadline by their weighted mean in log space. Returns undefined
 * without series.
 */
export function poolSeries(all: readonly Series[], parameters: Parameters): Evidence | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map((one) => ({
    shares: one.shares,
    logs: toLogs(distributionOf(one, parameters), parameters.floor),
    weight: trustIn(one, parameters),
  }));
  const total = sum(rows.map((row) => row.weight));
  return {
    logs: weightedMean(rows),
    weight: parameters.series_weight * Math.max(...rows.map((row) => row.weight)),
    used: rows.flatMap(({ shares, weight }) =>
      shares.map((share) => ({ ...share, weight: share.weight * (weight / total) })),
    ),
  };
}

/** Returns the weight of a series, 0 to 1: it grows with the measurements and shrinks with a longer horizon. */
export function trustIn(
  { measurements, span, horizon }: Series,
  { series_half_measurements: half }: Parameters,
): number {
  return (measurements / (measurements + half)) * (span / (span + horizon));
}

/**
 * Returns the distribution over the options at the deadline: a mixture of the weighted mean of the series models, the
 * option of the last measurement (for a value that stays unchanged), and a uniform distribution (for events that no
 * model covers). The share of the uniform distribution grows with the horizon and shrinks with more measurements.
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

/** Returns the share of the uniform distribution, 0..1, for events that no series model covers. */
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

/**
 * Returns the degrees of freedom at the deadline. They grow with the horizon, because a sum of steps is closer to a
 * normal distribution.
 */
function degreesOf({ measurements, span, horizon }: Series, parameters: Parameters): number {
  const steps = Math.max(1, (horizon / span) * (measurements - 1));
  return Math.min(parameters.series_degrees * steps ** parameters.series_degrees_growth, measurements / 2);
}

/** Returns the posterior probability of each candidate: prior times likelihood, normalised to sum to 1. */
export function weightsOf(candidates: readonly Candidate[], parameters: Parameters): Vector {
  return fromLogs(jointLogs(candidates, parameters));
}

/** Returns the log likelihood of the measurements under the mixture of the candidates, up to a constant. */
export function evidenceOf(candidates: readonly Candidate[], parameters: Parameters): number {
  const logs = jointLogs(candidates, parameters);
  const highest = Math.max(...logs);
  return highest + Math.log(sum(logs.map((log) => Math.exp(log - highest))));
}

/** Returns the logarithm of each candidate's prior probability times its likelihood, up to a constant. */
function jointLogs(candidates: readonly Candidate[], parameters: Parameters): Vector {
  const shareOf = sharesAmong(candidates, parameters);
  return candidates.map((one) => Math.log(shareOf(one)) + one.evidence);
}

/**
 * Returns a function that gives the prior probability of a candidate; they sum to 1 on each scale. Slow and fast reversion are equally
 * likely, with and without noise; so are walks without noise and with moderate noise, all models with a season, and all
 * models with a cycle.
 */
function sharesAmong(candidates: readonly Candidate[], parameters: Parameters): (one: Candidate) => number {
  const { series_reversion_share: returning, series_drift_share: drifting } = parameters;
  const levels = candidates.filter(({ scale }) => scale === "level");
  const cycles = levels.filter(({ period }) => period !== undefined).length;
  const ofCycles = cycles === levels.length ? 1 : cycles === 0 ? 0 : parameters.series_cycle_share;
  const seasons = levels.filter(({ model }) => model.harmonics > 0).length;
  const ofSeasons = (1 - ofCycles) * (seasons === 0 ? 0 : parameters.series_season_share);
  const ofOthers = 1 - ofCycles - ofSeasons;
  const ofNoisy = levels.some(({ model, period }) => period === undefined && isNoisyWalk(model))
    ? parameters.series_noisy_share
    : 0;
  return ({ model, period }) => {
    if (period !== undefined) return ofCycles / cycles;
    if (model.harmonics > 0) return ofSeasons / seasons;
    if (model.reversion > 0) return (ofOthers * returning) / 4;
    const ofNoise = isNoisyWalk(model) ? ofNoisy : (1 - ofNoisy) / 2;
    return ofOthers * (1 - returning) * ofNoise * (model.drift > 0 ? drifting : 1 - drifting);
  };
}

function holds({ low, high, withLow, withHigh }: Interval, value: number): boolean {
  return (withLow ? value >= low : value > low) && (withHigh ? value <= high : value < high);
}
