import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDecimal, readNumber } from "./read-number.ts";

describe("a written number", () => {
  it.each([
    ["1.234,5", ",", undefined, "1234.5"],
    ["3,25", ",", undefined, "3.25"],
    ["12.5", ".", "12.5", undefined],
    ["1,234", "unclear", "1234", "1.234"],
    ["1.234", "unclear", "1.234", "1234"],
    ["1,234,567", ".", "1234567", undefined],
    ["0,123", ",", undefined, "0.123"],
    ["1 234", undefined, "1234", "1234"],
    ["1\u00a0234\u202f567", undefined, undefined, undefined],
    ["1\u202f234,5", ",", undefined, "1234.5"],
    ["1'234", undefined, "1234", "1234"],
    ["−5", undefined, "-5", "-5"],
    ["+5", undefined, "5", "5"],
    ["007", undefined, "7", "7"],
    [".5", ".", "0.5", undefined],
    ["2e-3", undefined, "2e-3", "2e-3"],
    ["12345678901234567890", undefined, "12345678901234567890", "12345678901234567890"],
    ["12abc", undefined, undefined, undefined],
    ["1,2,3", undefined, undefined, undefined],
    ["", undefined, undefined, undefined],
    ["NaN", undefined, undefined, undefined],
  ] as const)("%j has the decimal mark %s", (text, decimal, point, comma) => {
    expect(findDecimal(text)).toBe(decimal);
    expect([readNumber(text, "."), readNumber(text, ",")]).toEqual([point, comma]);
  });

  it("keeps its value, whatever the separators", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(99),
        fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH"),
        (whole, part, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(whole + part / 100);
          const decimal = locale === "de-DE" || locale === "fr-FR" ? "," : ".";
          expect(Number(readNumber(text, decimal))).toBeCloseTo(whole + part / 100, 2);
          expect(findDecimal(text)).toBe(decimal);
        },
      ),
    );
  });
});
