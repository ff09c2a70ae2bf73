import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { daily, inputOf, partition, taskOf } from "#test/pool-fixtures.ts";
import { fitSeries } from "./fit-series.ts";
import { PARAMETERS } from "./parameters.ts";
import { weightsOf } from "./pool-series.ts";
import { readObservations } from "./read-observations.ts";
import type { Point } from "./scale.ts";
import { NOISY_WALKS, SERIES_MODELS, type SeriesModel, seasonalModels, YEAR_DAYS } from "./series-model.ts";

const SEASON_VARIANCE = 10;

/** Generalised least squares with full covariance matrices, as in Rasmussen & Williams 2006, section 2.7. */
function fitByMatrices(points: readonly Point[], horizon: number, gap: number, model: SeriesModel) {
  const days = points.map(({ day }) => day);
  const last = days.at(-1) ?? 0;
  const end = last + horizon;
  const first = days[0] ?? 0;
  const covariance = (one: number, other: number) => {
    const state =
      model.reversion === 0
        ? 1 + (Math.min(one, other) - first) / gap
        : Math.exp((-model.reversion * Math.abs(one - other)) / gap) / (2 * model.reversion);
    const drift =
      model.drift === 0 ? 0 : (((model.drift * gap) / (last - first)) * (one - last) * (other - last)) / gap ** 2;
    let season = 0;
    for (let harmonic = 1; harmonic <= model.harmonics; harmonic++)
      season += SEASON_VARIANCE * Math.cos((2 * Math.PI * harmonic * (one - other)) / YEAR_DAYS);
    return state + drift + season + (one === other ? model.noise : 0);
  };
  const factor = cholesky(days.map((one) => days.map((other) => covariance(one, other))));
  const values = whiten(
    factor,
    points.map(({ value }) => value),
  );
  const ones = whiten(
    factor,
    points.map(() => 1),
  );
  const ahead = whiten(
    factor,
    days.map((day) => covariance(day, end)),
  );
  const level = dot(ones, values) / dot(ones, ones);
  const rest = values.map((value, index) => value - level * (ones[index] ?? 0));
  const freedom = points.length - 1;
  const unit = dot(rest, rest) / freedom;
  const logDeterminant = 2 * factor.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0);
  const ofLevel = 1 - dot(ones, ahead);
  const variance = covariance(end, end) - dot(ahead, ahead) + ofLevel ** 2 / dot(ones, ones);
  return {
    evidence: -0.5 * (freedom * Math.log(unit) + logDeterminant + Math.log(dot(ones, ones))),
    centre: level + dot(ahead, rest),
    spread: Math.sqrt(variance * unit),
  };
}

function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const factor: number[][] = [];
  for (const [row, entries] of matrix.entries()) {
    const found: number[] = [];
    for (let column = 0; column <= row; column++) {
      const above = column === row ? found : (factor[column] ?? []);
      const rest = (entries[column] ?? 0) - dot(found.slice(0, column), above);
      found.push(column === row ? Math.sqrt(rest) : rest / (above[column] ?? 1));
    }
    factor.push(found);
  }
  return factor;
}

function whiten(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved: number[] = [];
  for (const [row, entries] of factor.entries())
    solved.push(((values[row] ?? 0) - dot(entries.slice(0, row), solved)) / (entries[row] ?? 1));
  return solved;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

/** Steps of a series: days to the next measurement, and a change. */
const series = fc
  .array(fc.tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: -20, max: 20 })), { minLength: 12, maxLength: 40 })
  .map((steps) => {
    let [day, value] = [0, 0];
    return steps.map(([gap, change]): Point => {
      day += gap;
      value += change;
      return { day, value: value + 10 * Math.sin(day / 58) };
    });
  });

const MONTH_DAYS = 30.4;
const monthly = (values: readonly number[]) =>
  values.map((value, month): Point => ({ day: month * MONTH_DAYS, value }));

describe("a model with a season", () => {
  const models = [...SERIES_MODELS, ...NOISY_WALKS, ...seasonalModels(MONTH_DAYS)];

  it("agrees with generalised least squares with full covariance matrices on 200 generated series", () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...models), (points, horizon, model) => {
        const prediction = { horizon, gap: MONTH_DAYS, seasonVariance: SEASON_VARIANCE, resolution: 0 };
        const [fit] = fitSeries(points, prediction, [model]);
        const expected = fitByMatrices(points, horizon, MONTH_DAYS, model);
        const size = Math.max(1, expected.spread);
        expect(fit?.evidence).toBeCloseTo(expected.evidence, 6);
        expect((fit?.centre ?? Number.NaN) / size).toBeCloseTo(expected.centre / size, 6);
        expect((fit?.spread ?? Number.NaN) / size).toBeCloseTo(expected.spread / size, 6);
      }),
      { numRuns: 200 },
    );
  });

  it("does not depend on the other models of the same call", () => {
    const points = monthly(Array.from({ length: 48 }, (_, month) => Math.sin(month) + ((month * 7) % 5)));
    const prediction = { horizon: 90, gap: MONTH_DAYS, seasonVariance: SEASON_VARIANCE, resolution: 0 };
    const together = fitSeries(points, prediction, models);
    expect(models.flatMap((model) => fitSeries(points, prediction, [model]))).toEqual(together);
  });

  it("has harmonics with at least two measurements per period", () => {
    const harmonics = (gap: number) => [...new Set(seasonalModels(gap).map((model) => model.harmonics))];
    expect([1, 7, 31, 92, 183, 366].map(harmonics)).toEqual([[2, 6], [2, 6], [2, 6], [2], [1], []]);
  });

  it("predicts the season of the deadline", () => {
    const season = (month: number) => 10 * Math.sin((2 * Math.PI * month * MONTH_DAYS) / YEAR_DAYS);
    const points = monthly(Array.from({ length: 60 }, (_, month) => season(month) + ((month * 7) % 5) / 10));
    const months = 4;
    const prediction = {
      horizon: months * MONTH_DAYS,
      gap: MONTH_DAYS,
      seasonVariance: SEASON_VARIANCE,
      resolution: 0,
    };
    const [walk] = fitSeries(points, prediction, SERIES_MODELS);
    const [fit] = fitSeries(points, prediction, seasonalModels(MONTH_DAYS));
    expect(Math.abs((fit?.centre ?? 0) - season(59 + months))).toBeLessThan(1);
    expect(fit?.spread).toBeLessThan((walk?.spread ?? 0) / 5);
  });
});

describe("the models of a series", () => {
  const candidatesOf = (values: readonly number[], daysBetween: number) => {
    const task = taskOf("low", "high");
    const measurements = daily("s", values).map((one, index) => ({
      ...one,
      observed_at: new Date(
        Date.parse("2020-01-01T00:00:00Z") - (values.length - index) * daysBetween * 86_400_000,
      ).toISOString(),
    }));
    const input = {
      ...inputOf(...measurements, partition("s", { low: { below: 5 }, high: { at_least: 5 } })),
      as_of: "2020-01-01T00:00:00Z",
    };
    return readObservations(task, input, PARAMETERS).series[0]?.candidates ?? [];
  };
  const wave = (length: number) => Array.from({ length }, (_, index) => 5 + Math.sin(index) + ((index * 7) % 5));

  it.each([
    ["24 months", 24, 30.4, false, false],
    ["25 months", 25, 30.4, true, false],
    ["36 days", 36, 1, false, true],
    ["40 years", 40, YEAR_DAYS, false, true],
  ])(
    "have a season from two years on, and strong noise from 36 measurements on: %s",
    (_, length, gap, season, noise) => {
      const models = candidatesOf(wave(length), gap).map(({ model }) => model);
      expect(models.some(({ harmonics }) => harmonics > 0)).toBe(season);
      expect(models.some((model) => NOISY_WALKS.includes(model))).toBe(noise);
    },
  );

  it("have prior shares that sum to 1 on each scale, a tenth of them for seasons", () => {
    const flat = candidatesOf(wave(60), 30.4).map((candidate) => ({ ...candidate, evidence: 0 }));
    const weights = weightsOf(flat, PARAMETERS);
    const total = (of: (index: number) => boolean) =>
      weights.reduce((sum, weight, index) => sum + (of(index) ? weight : 0), 0);
    expect(total((index) => flat[index]?.scale === "level")).toBeCloseTo(0.5, 12);
    expect(total((index) => (flat[index]?.model.harmonics ?? 0) > 0)).toBeCloseTo(PARAMETERS.series_season_share, 12);
  });

  it("are fitted to as many measurements as a request can contain in a bounded number of filter steps", () => {
    const MEASUREMENTS = 280;
    const SCALES = 2;
    // Reversion 0, 0.05 and 0.15, each with noise 0 and 1.5, and walks with noise 8 and 40.
    const PASSES = 8;
    // The filter computes one exponential per step.
    const exponentials = vi.spyOn(Math, "exp");
    const candidates = candidatesOf(wave(MEASUREMENTS), 7);
    const steps = exponentials.mock.calls.length;
    exponentials.mockRestore();
    expect(candidates).toHaveLength(SCALES * (8 + 2 + 16));
    expect(steps).toBeLessThanOrEqual(SCALES * PASSES * (MEASUREMENTS + 1));
  });
});
