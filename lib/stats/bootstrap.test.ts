import { describe, expect, it } from "vitest";
import { bootstrap, type Clusters, meansOf, type Statistic } from "./bootstrap.ts";
import { seededRandom } from "./seeded-random.ts";

const theMean: Statistic = ([value]) => value;

function clustersOf(rows: readonly (readonly number[])[], weights = rows.map(() => 1)): Clusters {
  return { width: rows[0]?.length ?? 0, sums: Float64Array.from(rows.flat()), weights: Float64Array.from(weights) };
}

function draw(count: number): number[] {
  return Array.from({ length: count }, seededRandom(7));
}

const questions = (count: number) => clustersOf(draw(count).map((value) => [value]));
const intervalOf = (clusters: Clusters, statistic = theMean) => bootstrap(clusters, [statistic])[0];

describe("seeded random numbers", () => {
  it("are reproducible, and differ between seeds", () => {
    const first = Array.from({ length: 5 }, seededRandom(42));
    expect(Array.from({ length: 5 }, seededRandom(42))).toEqual(first);
    expect(Array.from({ length: 5 }, seededRandom(43))).not.toEqual(first);
  });

  it("are spread evenly over [0, 1)", () => {
    const tenths = new Map<number, number>();
    const random = seededRandom(1);
    for (let i = 0; i < 10_000; i++) {
      const tenth = Math.floor(random() * 10);
      tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1);
    }
    expect([...tenths.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const count of tenths.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});

describe("the bootstrap interval", () => {
  it("is deterministic", () => {
    expect(intervalOf(questions(40))).toEqual(intervalOf(questions(40)));
  });

  it("is about ± 1.96 standard errors for independent questions", () => {
    const interval = intervalOf(questions(400));
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeCloseTo(2 * 1.96 * (Math.sqrt(1 / 12) / 20), 2);
  });

  it("weighs clusters by their cases, however many sums are computed at once", () => {
    const values = draw(40);
    const wide = clustersOf(
      values.map((value) => [3 * value, 1, 2, 3, 4, -value]),
      values.map(() => 3),
    );
    const narrow = clustersOf(values.map((value) => [value]));
    const [first, last] = bootstrap(wide, [theMean, (means) => means[5]]);
    const expected = intervalOf(narrow);
    expect(first?.low).toBeCloseTo(expected?.low ?? 0, 12);
    expect(last?.low).toBeCloseTo(-(expected?.high ?? 0) / 3, 12);
    expect(meansOf(wide)[0]).toBeCloseTo(meansOf(narrow)[0] ?? 0, 12);
  });

  it("has width 0 if all scores are equal", () => {
    expect(intervalOf(clustersOf([[0.5], [0.5], [0.5]]))).toEqual({ low: 0.5, high: 0.5 });
  });

  it("has width 0 for a constant difference between the two scores of each case", () => {
    const interval = intervalOf(clustersOf(draw(30).map((x) => [x, x + 0.25])), ([a = 0, b = 0]) => b - a);
    expect(interval?.low).toBeCloseTo(0.25, 12);
    expect(interval?.high).toBeCloseTo(0.25, 12);
  });

  it("is null for a single question, and if the statistic is undefined", () => {
    expect(intervalOf(questions(1))).toBeNull();
    expect(intervalOf(questions(9), () => undefined)).toBeNull();
  });

  it("is about as wide for random groups of questions, which limit the computation, as for many questions", () => {
    const interval = intervalOf(questions(5_000));
    const expected = 2 * 1.96 * Math.sqrt(1 / 12 / 5_000);
    expect(((interval?.high ?? 0) - (interval?.low ?? 0)) / expected).toBeCloseTo(1, 0);
  });
});
