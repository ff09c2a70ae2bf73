import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { probabilityBetween } from "./student-t.ts";

const below = (x: number, degrees: number) => probabilityBetween({ centre: 0, scale: 1, degrees }, -Infinity, x);

const distribution = fc.record({
  centre: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  scale: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  degrees: fc.double({ min: 2.1, max: 50, noNaN: true }),
});
const value = fc.double({ min: -1e7, max: 1e7, noNaN: true });

describe("Student's t distribution", () => {
  // Reference values from an incomplete beta function with 40 digits of precision.
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
    [0.5, -1e-3, 0.4997303238342438],
    [0.5, -3, 0.18365407799297173],
    [0.5, -1e10, 3.207009754142229e-6],
    [0.5, -1e200, 3.207009754142229e-101],
    [1, -1, 0.25],
    [1, -1e15, 3.1830988618379067e-16],
    [2, -1.5, 0.13619656244550055],
    [29, -1.7, 0.04991689574423469],
    [29, -40, 3.173438664864674e-27],
    [100, -2, 0.02410608936556684],
    [100, -1000, 3.959809303973926e-202],
    [1000, -1.75, 0.0402125046797289],
    [1000, -30, 7.687343722021741e-142],
    [1e4, -1.9, 0.028730928413693034],
    [1e4, -35, 1.411959458717138e-253],
    [1e6, -0.01, 0.49601064468277384],
    [1e6, -1.7, 0.04456561824517438],
    [1e6, -1.8, 0.03593046974984169],
    [1e6, -37, 9.149865430901131e-300],
  ])("with %d degrees has the reference probability below %d, to 12 digits even in the tails", (degrees, x, wanted) => {
    expect(below(x, degrees) / wanted).toBeCloseTo(1, 12);
    expect(probabilityBetween({ centre: 0, scale: 1, degrees }, -x, Infinity) / wanted).toBeCloseTo(1, 12);
    expect(below(-x, degrees)).toBeCloseTo(1 - wanted, 12);
  });

  it("gives every interval at least 0, and the whole line 1", () => {
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

  it("gives a single value probability 0", () => {
    expect(probabilityBetween({ centre: 0, scale: 1, degrees: 4 }, 0, 0)).toBe(0);
  });

  it("gives at least as much probability above a bound if its centre is higher, to 12 digits", () => {
    fc.assert(
      fc.property(distribution, value, fc.double({ min: 0, max: 1e6, noNaN: true }), (t, bound, more) => {
        const above = (centre: number) => probabilityBetween({ ...t, centre }, bound, Infinity);
        expect(above(t.centre + more)).toBeGreaterThanOrEqual(above(t.centre) * (1 - 1e-12));
      }),
    );
  });
});
