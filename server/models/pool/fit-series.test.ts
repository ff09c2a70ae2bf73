import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitSeries, type SeriesFit } from "./fit-series.ts";
import type { Point } from "./scale.ts";
import { SERIES_MODELS, type SeriesModel } from "./series-model.ts";

function series(days: readonly number[], values: readonly number[]): Point[] {
  return days.map((day, index) => ({ day, value: values[index] ?? 0 }));
}

const model = (reversion: number, noise: number, drift: number): SeriesModel => {
  return { reversion, noise, drift, harmonics: 0 };
};

function fitOne(points: readonly Point[], horizon: number, gap: number, one: SeriesModel): SeriesFit {
  const [fit] = fitSeries(points, { horizon, gap, seasonVariance: 10, resolution: 0 }, [one]);
  if (fit === undefined) throw new Error("one model has one fit");
  return fit;
}

const CLIMB = series([0, 1, 2, 4, 5, 9, 10, 11.5], [3, 4, 3.5, 6, 5, 7.25, 7, 9]);
const BUMP = series([0, 30, 61, 91, 122], [-1, 5, 5, 2, -4]);

describe("a model of a series", () => {
  // Expected evidence, centre and spread: generalised least squares with full covariance matrices and 50 digits.
  describe.each<[string, Point[], number, number, [SeriesModel, number, number, number][]]>([
    [
      "a climbing series with uneven spacing",
      CLIMB,
      6,
      1,
      [
        [model(0, 0, 0), -2.26298581993003, 9, 2.83394601218866],
        [model(0, 0, 1), -1.96982641925025, 10.5652173913043, 2.904265361737],
        [model(0, 1.5, 0), -2.54477663053309, 8.18520484006908, 2.0672678591285],
        [model(0, 1.5, 1), -1.65197770901507, 9.70923939976449, 1.96078887327289],
        [model(0.05, 0, 0), -2.44958386982275, 8.20672194807908, 2.7258991771191],
        [model(0.15, 1.5, 0), -3.63123844201853, 6.62343806018994, 2.01811813533215],
      ],
    ],
    [
      "a short series with a far deadline",
      BUMP,
      365,
      30.5,
      [
        [model(0, 0, 0), -6.0202180416185, -4, 15.5834123970164],
        [model(0.15, 1.5, 0), -6.21437530199041, 0.329334868514842, 6.77765481115106],
        [model(0, 1.5, 1), -6.44401901773461, -5.14547503130559, 15.802079148861],
      ],
    ],
  ])("agrees with generalised least squares on %s", (_, points, horizon, gap, cases) => {
    it.each(cases)("%o", (one, evidence, centre, spread) => {
      const fit = fitOne(points, horizon, gap, one);
      expect(fit.evidence).toBeCloseTo(evidence, 10);
      expect(fit.centre).toBeCloseTo(centre, 10);
      expect(fit.spread).toBeCloseTo(spread, 10);
    });
  });

  it("predicts the last measurement with the variance of a random walk if drift, reversion and noise are 0", () => {
    const steps = [1, -0.5, 2.5, -1, 2.25, -0.25, 2];
    const times = [1, 1, 2, 1, 4, 1, 1.5];
    const square = steps.reduce((sum, step, index) => sum + step ** 2 / (times[index] ?? 1), 0) / steps.length;
    const { centre, spread } = fitOne(CLIMB, 6, 1, model(0, 0, 0));
    expect(centre).toBe(9);
    expect(spread).toBeCloseTo(Math.sqrt(6 * square), 12);
  });

  const path = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 30 })
    .map((steps) => steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, step) => sum + step, 0)))
    .filter((values) => new Set(values).size > 1);

  it.each(SERIES_MODELS)("%o shifts and scales with the values", (one) => {
    fc.assert(
      fc.property(path, fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 99 }), (values, lift, factor) => {
        const days = values.map((_, day) => day);
        const before = fitOne(series(days, values), 7, 1, one);
        const moved = values.map((value) => factor * value + lift);
        const after = fitOne(series(days, moved), 7, 1, one);
        expect(after.centre / factor).toBeCloseTo((factor * before.centre + lift) / factor, 8);
        expect(after.spread / factor).toBeCloseTo(before.spread, 8);
        expect(after.evidence).toBeCloseTo(before.evidence - (values.length - 1) * Math.log(factor), 8);
      }),
    );
  });

  it("has most evidence for a walk if a series wanders, a drift if it climbs, and reversion if it returns to a level", () => {
    const evidence = (values: readonly number[], one: SeriesModel) =>
      fitOne(series([...values.keys()], values), 5, 1, one).evidence;
    const climb = Array.from({ length: 20 }, (_, day) => 3 * day + (day % 3));
    const waves = Array.from({ length: 40 }, (_, day) => 10 * Math.sin(day / 6));
    const noise = Array.from({ length: 20 }, (_, day) => (day * 7) % 5);
    const [walk, drift, level] = [model(0, 0, 0), model(0, 0, 1), model(0.15, 1.5, 0)];
    expect(evidence(climb, drift)).toBeGreaterThan(evidence(climb, walk));
    expect(evidence(waves, walk)).toBeGreaterThan(evidence(waves, level));
    expect(evidence(noise, level)).toBeGreaterThan(evidence(noise, walk));
  });

  it("gives finite results for extreme values at any spacing", () => {
    const extreme = fc.oneof(
      fc.constantFrom(1e100, -1e100, 1e-300, Number.MIN_VALUE, 0),
      fc.double({ min: -1e100, max: 1e100, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(extreme, fc.integer({ min: 0, max: 3e8 })), {
          minLength: 5,
          maxLength: 12,
          selector: ([, second]) => second,
        }),
        fc.double({ min: 1e-5, max: 1e5, noNaN: true }),
        fc.constantFrom(...SERIES_MODELS),
        (measurements, horizon, one) => {
          const points = measurements
            .map(([value, second]) => ({ day: second / 86_400, value }))
            .toSorted((a, b) => a.day - b.day);
          fc.pre(new Set(points.map(({ value }) => value)).size > 1);
          const { evidence, centre, spread } = fitOne(points, horizon, 1, one);
          for (const number of [evidence, centre, spread]) expect(number).toSatisfy(Number.isFinite);
          expect(spread).toBeGreaterThan(0);
        },
      ),
      {
        examples: [[[0, 0, Number.MIN_VALUE, 0, 0].map((value, second) => [value, second]), 1e-5, model(0, 0, 0)]],
      },
    );
  });
});
