import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { probabilityBetween, rankedScore } from "./student-t.ts";

const below = (x: number, degrees: number) => probabilityBetween({ centre: 0, scale: 1, degrees }, -Infinity, x);

const distribution = fc.record({
  centre: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  scale: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  degrees: fc.double({ min: 2.1, max: 50, noNaN: true }),
});
const value = fc.double({ min: -1e7, max: 1e7, noNaN: true });

describe("Student's t distribution", () => {
  // By an arbitrary-precision incomplete beta function, 40 digits.
  it.each([
    [2.5, -1, 0.20203051363913674],
    [2.5, -50, 4.0652475424793605e-5],
    [3, -5, 0.007696219036651151],
    [4, -0.001, 0.499625000078125],
    [4, -0.5, 0.32166498159093165],
    [4, -2.776445105, 0.02500000000505974],
    [4, -20, 1.8441552901498662e-5],
    [4, -1e4, 2.9999998000000103e-16],
    [4, -1e8, 2.999999999999998e-32],
    [6, -3, 0.012004098377865473],
    [10, -1.5, 0.0822536632227201],
    [30, -8, 3.1329112378503795e-9],
    [30, -100, 9.923058983635125e-40],
  ])("with %d degrees has below %d what is known, to 12 digits in the tails too", (degrees, x, wanted) => {
    expect(below(x, degrees) / wanted).toBeCloseTo(1, 12);
    expect(probabilityBetween({ centre: 0, scale: 1, degrees }, -x, Infinity) / wanted).toBeCloseTo(1, 12);
    expect(below(-x, degrees)).toBeCloseTo(1 - wanted, 12);
  });

  it("gives every interval 0 or more, and the line 1", () => {
    fc.assert(
      fc.property(distribution, value, value, (t, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const parts = [
          probabilityBetween(t, -Infinity, low),
          probabilityBetween(t, low, high),
          probabilityBetween(t, high, Infinity),
        ];
        for (const part of parts) expect(part).toSatisfy((p: number) => p >= 0 && p <= 1);
        expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(1, 12);
      }),
    );
  });

  it("gives a single value nothing", () => {
    expect(probabilityBetween({ centre: 0, scale: 1, degrees: 4 }, 0, 0)).toBe(0);
  });

  it("says more of the values above a bound the higher its centre", () => {
    fc.assert(
      fc.property(distribution, value, fc.double({ min: 0, max: 1e6, noNaN: true }), (t, bound, more) => {
        const above = (centre: number) => probabilityBetween({ ...t, centre }, bound, Infinity);
        expect(above(t.centre + more)).toBeGreaterThanOrEqual(above(t.centre));
      }),
    );
  });
});

describe("the continuous ranked probability score", () => {
  // The integral of (F(y) − [y ≥ x])² over y, by arbitrary-precision quadrature.
  it.each([
    [4, 0, 0.263689221814892],
    [4, 0.5, 0.355099534478391],
    [4, -3, 2.31454030105365],
    [4, 1000, 999.263689223815],
    [2.5, 1, 0.613076333273741],
    [30, 2, 1.44275754594186],
  ])("with %d degrees is for %d what the integral says", (degrees, x, wanted) => {
    expect(rankedScore({ centre: 0, scale: 1, degrees }, x) / wanted).toBeCloseTo(1, 10);
    expect(rankedScore({ centre: 7, scale: 2, degrees }, 7 + 2 * x) / (2 * wanted)).toBeCloseTo(1, 10);
  });

  it("of a point is the distance", () => {
    expect(rankedScore({ centre: 3, scale: 0, degrees: 4 }, -1)).toBe(4);
  });

  it("stays finite as far out as values go", () => {
    expect(rankedScore({ centre: 0, scale: 1e-90, degrees: 4 }, 1e100) / 1e100).toBeCloseTo(1, 10);
  });
});
