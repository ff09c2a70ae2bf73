import { describe, expect, it } from "vitest";
import { bootstrapClusters, bootstrapInterval, type ScoredCase } from "./bootstrap.ts";
import { seededRandom } from "./seeded-random.ts";

const theMean = ([value]: readonly number[]) => value;

function draws(count: number, casesPerQuestion: number): ScoredCase[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, (_, index) => ({ question: `q${index}`, scores: [random()] })).flatMap((one) =>
    Array.from({ length: casesPerQuestion }, () => one),
  );
}

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
    const cases = draws(40, 1);
    expect(bootstrapInterval(cases, theMean)).toEqual(bootstrapInterval(cases, theMean));
  });

  it("is about ± 1.96 standard errors for independent questions", () => {
    const cases = draws(400, 1);
    const interval = bootstrapInterval(cases, theMean);
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeCloseTo(2 * 1.96 * (Math.sqrt(1 / 12) / 20), 2);
  });

  it("does not become narrower if every case is repeated", () => {
    expect(bootstrapInterval(draws(40, 5), theMean)).toEqual(bootstrapInterval(draws(40, 1), theMean));
  });

  it("has width 0 if all scores are equal", () => {
    const cases = ["a", "b", "c"].map((question) => ({ question, scores: [0.5] }));
    expect(bootstrapInterval(cases, theMean)).toEqual({ low: 0.5, high: 0.5 });
  });

  it("has width 0 for a constant difference between the two scores of each case", () => {
    const cases = draws(30, 1).map(({ question, scores: [x = 0] }) => ({ question, scores: [x, x + 0.25] }));
    const interval = bootstrapInterval(cases, ([a = 0, b = 0]) => b - a);
    expect(interval?.low).toBeCloseTo(0.25, 12);
    expect(interval?.high).toBeCloseTo(0.25, 12);
  });

  it("is undefined for a single question", () => {
    expect(bootstrapInterval(draws(1, 9), theMean)).toBeUndefined();
  });

  it("is undefined if the statistic is undefined", () => {
    expect(bootstrapInterval(draws(9, 1), () => undefined)).toBeUndefined();
  });

  it("is about as wide for random groups of questions as for the questions themselves", () => {
    const cases = draws(5_000, 2);
    const groups = Array.from({ length: 100 }, (_, group) => {
      const inside = cases.filter((_, index) => Math.floor(index / 2) % 100 === group);
      return { sums: [inside.reduce((sum, { scores: [x = 0] }) => sum + x, 0)], cases: inside.length };
    });
    const width = (interval: ReturnType<typeof bootstrapInterval>) => (interval?.high ?? 0) - (interval?.low ?? 0);
    const settings = { resamples: 400 };
    const exact = width(bootstrapInterval(cases, theMean, settings));
    expect(width(bootstrapClusters(groups, theMean, settings)) / exact).toBeCloseTo(1, 0);
    expect(exact).toBeGreaterThan(0);
  });
});
