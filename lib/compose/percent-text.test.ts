import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areFractions, fractionToPercent, percentToFraction, remainder, sumOf } from "./percent-text.ts";

describe("a percentage", () => {
  it.each([
    ["25", "0.25"],
    ["25 %", "0.25"],
    ["12,5%", "0.125"],
    ["0.05", "0.0005"],
    [".5", "0.005"],
    ["100", "1"],
    ["007.50", "0.075"],
    ["-3", "-0.03"],
    ["1e-3", "0.00001"],
    ["1e3", "10"],
  ])("converts %j to the fraction %s", (percent, fraction) => {
    expect(percentToFraction(percent)).toBe(fraction);
  });

  it.each(["", " ", "a third", "1.2.3", "%", "1 00", "NaN"])("is undefined for %j", (text) => {
    expect(percentToFraction(text)).toBeUndefined();
  });

  it("is converted to a fraction and back without rounding", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1, max: 2 }), (fraction) => {
        const percent = fractionToPercent(JSON.stringify(fraction)) ?? "";
        expect(Number(percentToFraction(percent)) === fraction).toBe(true);
      }),
    );
  });
});

describe("the remainder", () => {
  it("is 100 minus the other percentages", () => {
    expect(remainder(["25", "30,5", "4 %"])).toBe("40.5");
    expect(remainder(["33.3", "66.7"])).toBe("0");
    expect(remainder([])).toBe("100");
  });

  it("is undefined if the percentages exceed 100 or one is not a number", () => {
    expect(remainder(["60", "50"])).toBeUndefined();
    expect(remainder(["60", "half"])).toBeUndefined();
    expect(sumOf(["60", "half"])).toBeNaN();
  });
});

describe("percentages that were probably typed as fractions", () => {
  it.each([[["0,44", "0.20", "0.21"]], [["0", "0.5"]], [[".999"]]])("are %j", (percents) =>
    expect(areFractions(percents)).toBe(true),
  );

  it.each([[["0.5", "99.5"]], [["0", "0"]], [["1", "0"]], [["0.5 %"]], [["-0.5"]], [["0.5", "half"]], [[]]])(
    "are not %j",
    (percents) => expect(areFractions(percents)).toBe(false),
  );
});
