import type { Point } from "./scale.ts";
import type { SeriesModel } from "./series-model.ts";

export interface SeriesFit {
  /** The log likelihood of the measurements, up to a constant that all models of a series share. */
  readonly evidence: number;
  /** The expected value at the deadline. `spread` is its uncertainty, as the scale of a Student t distribution. */
  readonly centre: number;
  readonly spread: number;
}

/** Weighted sums of products of the innovations of value (v), level (l) and drift (d); see `filter`. */
interface Sums {
  vv: number;
  vl: number;
  ll: number;
  vd: number;
  ld: number;
  dd: number;
}

/**
 * Fits a model to measurements and predicts the value `horizon` days after the last one. The measurements are sorted,
 * oldest first, one per instant, and not all equal. `gap` is the model's unit of time in days. Level, drift and
 * variance are estimated, and their uncertainty is part of `spread`. The evidence is the restricted likelihood (REML):
 * the product of the predictive densities of the measurements.
 */
export function fitSeries(points: readonly Point[], horizon: number, gap: number, model: SeriesModel): SeriesFit {
  const last = points.at(-1) ?? { day: 0, value: 0 };
  // Values are divided by their range, so that squares neither overflow nor underflow.
  const range = Math.max(...points.map(({ value }) => Math.abs(value - last.value)));
  const rows = points.map(({ day, value }) => ({
    time: (day - last.day) / gap,
    value: (value - last.value) / range,
  }));
  const ahead = horizon / gap;
  const { sums, logVariances, carried, variance } = filter(rows, ahead, model);

  // Estimates the level by least squares, then the drift, which has a normal prior.
  const freedom = points.length - 1;
  const prior = model.drift / -(rows[0]?.time ?? -1);
  const vv = sums.vv - (sums.vl * sums.vl) / sums.ll;
  const vd = sums.vd - (sums.vl * sums.ld) / sums.ll;
  const dd = sums.dd - (sums.ld * sums.ld) / sums.ll;
  const held = prior / (1 + prior * dd);
  const drift = vd * held;
  const level = (sums.vl - drift * sums.ld) / sums.ll;
  const unit = Math.max(vv - vd * drift, ROUNDING * vv) / freedom;

  const ofLevel = 1 - carried.level;
  const ofDrift = ahead - carried.drift;
  const centre = carried.value + level * ofLevel + drift * ofDrift;
  const error = (ofLevel * ofLevel) / sums.ll + held * (ofDrift - (ofLevel * sums.ld) / sums.ll) ** 2;
  return {
    evidence:
      -0.5 * (freedom * Math.log(unit) + logVariances + Math.log(sums.ll) + Math.log(1 + prior * dd)) -
      freedom * Math.log(range),
    centre: last.value + range * centre,
    spread: range * Math.sqrt((variance + error) * unit),
  };
}

/** Lower limit of the residual variance, relative to the total: smaller differences of sums are rounding errors. */
const ROUNDING = 1e-12;

interface Row {
  readonly time: number;
  readonly value: number;
}

/**
 * Runs a Kalman filter over the values and, with the same gains, over the two regressors: the level (1 at every
 * measurement) and the drift (the time of the measurement). The innovations are independent, so least squares only
 * needs the sums of their squares and products.
 */
function filter(rows: readonly Row[], ahead: number, { reversion, noise }: SeriesModel) {
  const sums: Sums = { vv: 0, vl: 0, ll: 0, vd: 0, ld: 0, dd: 0 };
  const carried = { value: 0, level: 0, drift: 0 };
  // A random walk may begin with any variance, because its level is estimated. A mean-reverting state begins with its
  // stationary variance.
  let variance = reversion === 0 ? 1 : 1 / (2 * reversion);
  let logVariances = 0;
  const carry = (time: number) => {
    const retained = Math.exp(-reversion * time);
    carried.value *= retained;
    carried.level *= retained;
    carried.drift *= retained;
    variance =
      variance * retained * retained + (reversion === 0 ? time : -Math.expm1(-2 * reversion * time) / (2 * reversion));
  };
  let before = rows[0]?.time ?? 0;
  for (const { time, value } of rows) {
    carry(time - before);
    before = time;
    const total = variance + noise;
    const v = value - carried.value;
    const l = 1 - carried.level;
    const d = time - carried.drift;
    sums.vv += (v * v) / total;
    sums.vl += (v * l) / total;
    sums.ll += (l * l) / total;
    sums.vd += (v * d) / total;
    sums.ld += (l * d) / total;
    sums.dd += (d * d) / total;
    logVariances += Math.log(total);
    const gain = variance / total;
    carried.value += gain * v;
    carried.level += gain * l;
    carried.drift += gain * d;
    variance *= noise / total;
  }
  carry(ahead);
  return { sums, logVariances, carried, variance: variance + noise };
}
