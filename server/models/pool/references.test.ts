import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { REFERENCES, type ReferenceName } from "#lib/scores/reference-names.ts";
import { sum } from "#lib/stats/log-space.ts";
import { daily, forecast, inputOf, measurement, partition, structured, taskOf } from "#test/pool-fixtures.ts";
import { cut } from "#test/series-fixtures.ts";
import { PARAMETERS } from "./parameters.ts";
import { baselinesOf } from "./references.ts";

const DEADLINE = "2026-03-14T00:00:00Z";

/** The deadline is four days after the information cutoff. */
function referencesOf(context: readonly Observation[], options = ["low", "middle", "high"]) {
  const task = { ...taskOf(...options), resolution: { criteria: "The official result.", resolves_at: DEADLINE } };
  return baselinesOf({ request: { model: "service-r13-c", task, input: inputOf(...context) } }).references;
}

function vectorOf(name: ReferenceName, context: readonly Observation[]): readonly number[] | undefined {
  const found = referencesOf(context)[name];
  return found === undefined ? undefined : ["low", "middle", "high"].map((option) => found[option] ?? Number.NaN);
}

const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));
const said = (source: string, low: number, middle: number, daysAgo = 0) =>
  forecast(source, { low, middle, high: 1 - low - middle }, daysAgo);

describe("references of several sources", () => {
  const context = [said("a", 0.1, 0.2, 9), said("a", 0.6, 0.3, 1), said("b", 0.2, 0.2, 2), said("c", 0.1, 0.6, 3)];

  it("are the mean, the mean in log space and the normalised median of each source's newest forecast", () => {
    expect(vectorOf("sourceMean", context)).toEqual(closeTo([0.9 / 3, 1.1 / 3, 1 / 3]));
    const roots = [0.6 * 0.2 * 0.1, 0.3 * 0.2 * 0.6, 0.1 * 0.6 * 0.3].map(Math.cbrt);
    expect(vectorOf("sources", context)).toEqual(closeTo(roots.map((root) => root / sum(roots))));
    expect(vectorOf("sourceMedian", context)).toEqual(closeTo([0.25, 0.375, 0.375]));
    expect(vectorOf("last", context)).toEqual(closeTo([0.6, 0.3, 0.1]));
  });

  it("average the two middle values of an even number of sources", () => {
    const two = [said("a", 0.6, 0.3), said("b", 0.2, 0.2)];
    expect(vectorOf("sourceMedian", two)).toEqual(closeTo([0.4, 0.25, 0.35]));
  });

  it("are uniform as a median if each source is certain of another option", () => {
    const certain = [said("a", 1, 0), said("b", 0, 1), said("c", 0, 0)];
    expect(vectorOf("sourceMedian", certain)).toEqual(closeTo([1 / 3, 1 / 3, 1 / 3]));
  });

  it("are left out with one source", () => {
    expect(Object.keys(referencesOf([said("a", 0.6, 0.3), said(" A", 0.2, 0.2, 1)]))).toEqual(["uniform", "last"]);
  });
});

describe("references of a series", () => {
  const of = (values: readonly number[], low: number, high: number) => [
    ...daily("x", values),
    partition("x", cut(low, high)),
  ];

  it("are a normal random walk without and with the drift from the first to the last measurement", () => {
    // Daily steps of 0 and 2, so the drift is 1. Four days ahead, the variances are 4 · 16/8 and (4 + 4²/8) · 8/7.
    const context = of([0, 0, 2, 2, 4, 4, 6, 6, 8], 8, 12);
    const [, middle = 0] = vectorOf("walk", context) ?? [];
    expect(vectorOf("walk", context)?.[0]).toBeCloseTo(0.5, 6);
    // 4 is √2 standard deviations: Φ(√2) − ½ = erf(1)/2.
    expect(middle).toBeCloseTo(0.8427007929497149 / 2, 5);
    const drifting = vectorOf("driftingWalk", context) ?? [];
    expect(drifting[2]).toBeCloseTo(0.5, 6);
    expect(drifting[0]).toBeCloseTo(0.06331, 4);
  });

  it("are certain, except for the floor, if the steps never differ", () => {
    const { floor } = PARAMETERS;
    expect(vectorOf("driftingWalk", of([1, 2, 3, 4, 5, 6], 9.5, 10.5))).toEqual(closeTo([floor, 1 - 2 * floor, floor]));
  });

  it("are left out if the value never changed, with several series, and without measurements", () => {
    const two = [...of([1, 2, 1, 2, 1], 1, 2), ...daily("y", [1, 2, 1, 2, 1]), partition("y", cut(1, 2))];
    for (const context of [of([3, 3, 3, 3, 3, 3], 1, 2), two, []]) {
      expect(Object.keys(referencesOf(context))).toEqual(["uniform"]);
    }
  });
});

describe("every reference", () => {
  const share = fc.integer({ min: 0, max: 100 });
  const forecasts = fc
    .array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), share, share, share), { maxLength: 8 })
    .map((all) => {
      return all.flatMap(([source, low, middle, high], index) => {
        const total = low + middle + high;
        return total === 0 ? [] : [said(source, low / total, middle / total, index)];
      });
    });
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 24 * 40 }), { minLength: 5, maxLength: 60 });
  const series = hours.chain((all) =>
    fc
      .array(fc.integer({ min: -5, max: 5 }), { minLength: all.length, maxLength: all.length })
      .map((values) => [
        partition("x", cut(-1, 2)),
        ...all.map((hour, index) => measurement("x", values[index] ?? 0, hour / 24)),
      ]),
  );
  const contexts = fc.tuple(forecasts, series).map((parts) => parts.flat());

  it("is a distribution with at least the floor for each option, and has a name", () => {
    fc.assert(
      fc.property(contexts, (context) => {
        for (const [name, found] of Object.entries(referencesOf(context))) {
          expect(Object.hasOwn(REFERENCES, name)).toBe(true);
          expect(sum(Object.values(found))).toBeCloseTo(1, 9);
          expect(Math.min(...Object.values(found))).toBeGreaterThanOrEqual(PARAMETERS.floor - 1e-12);
        }
      }),
    );
  });

  it("does not depend on the order of the observations or of the options", () => {
    fc.assert(
      fc.property(
        contexts.chain((context) =>
          fc.tuple(fc.constant(context), fc.shuffledSubarray(context, { minLength: context.length })),
        ),
        ([context, shuffled]) => {
          const expected = referencesOf(context);
          const found = referencesOf(shuffled, ["high", "low", "middle"]);
          expect(Object.keys(found)).toEqual(Object.keys(expected));
          for (const [name, one] of Object.entries(expected)) {
            for (const [option, value] of Object.entries(one)) {
              expect(Object(found)[name][option]).toBeCloseTo(value, 9);
            }
          }
        },
      ),
    );
  });

  it("ignores observations that the model cannot use", () => {
    const used = [said("a", 0.6, 0.3), said("b", 0.2, 0.2)];
    const broken = structured({ kind: "forecast", source: "c", probabilities: { low: 1 } });
    expect(referencesOf([...used, broken])).toEqual(referencesOf(used));
  });
});
