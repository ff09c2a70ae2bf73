import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spreadLabels, timeTicks } from "./time-scale.ts";

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe("the dates on the time axis of a chart", () => {
  it("are at most seven days within its range, in ascending order", () => {
    const instant = fc.integer({ min: day("1990-01-01"), max: day("2090-01-01") });
    fc.assert(
      fc.property(instant, fc.nat(day("2090-01-01")), (from, span) => {
        const ticks = timeTicks(from, from + span);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.map(({ x }) => x)).toEqual(ticks.map(({ x }) => x).toSorted((a, b) => a - b));
        for (const { x, label } of ticks) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
          expect(label).toMatch(/^(\d{1,2} )?([A-Z][a-z]{2} )?\d{4}$/);
        }
      }),
    );
  });

  it("are the starts of months or years in a long range", () => {
    const labels = (from: string, to: string) => timeTicks(day(from), day(to)).map(({ label }) => label);
    expect(labels("2026-04-06", "2026-08-03")).toEqual(["May 2026", "Jun 2026", "Jul 2026", "Aug 2026"]);
    expect(labels("2025-11-20", "2026-10-01")).toEqual(["Jan 2026", "Mar 2026", "May 2026", "Jul 2026", "Sep 2026"]);
    expect(labels("2019-05-01", "2024-03-01")).toEqual(["2020", "2021", "2022", "2023", "2024"]);
  });

  it("include every day of a short range", () => {
    expect(timeTicks(day("2026-09-01"), day("2026-09-05")).map(({ label }) => label)).toEqual([
      "1 Sep 2026",
      "2 Sep 2026",
      "3 Sep 2026",
      "4 Sep 2026",
      "5 Sep 2026",
    ]);
  });
});

describe("the labels at the ends of lines", () => {
  it("do not overlap and keep the order of the lines", () => {
    const heights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(heights, (list) => {
        const labels = spreadLabels(list, 0.1);
        const byLine = list.map((height, index) => ({ height, label: labels[index] ?? -1 }));
        byLine.sort((a, b) => a.height - b.height || a.label - b.label);
        for (const [index, { label }] of byLine.entries()) {
          expect(label).toBeGreaterThanOrEqual(-1e-9);
          expect(label).toBeLessThanOrEqual(1);
          if (index > 0) expect(label - (byLine[index - 1]?.label ?? 0)).toBeGreaterThanOrEqual(0.1 - 1e-9);
        }
      }),
    );
  });

  it("do not move if they do not overlap", () => {
    expect(spreadLabels([0.9, 0.1, 0.5], 0.1)).toEqual([0.9, 0.1, 0.5]);
  });
});
