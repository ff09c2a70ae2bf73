import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf } from "./cohen-kappa.ts";

const times = (count: number, first: string, second: string) =>
  Array.from({ length: count }, () => [first, second] as const);

describe("Cohen's kappa", () => {
  it("is 0.4 for 20 and 15 agreements and 5 and 10 disagreements of 50, as in textbooks", () => {
    const ratings = [
      ...times(20, "yes", "yes"),
      ...times(15, "no", "no"),
      ...times(5, "yes", "no"),
      ...times(10, "no", "yes"),
    ];
    const { pairs, agreed, kappa } = agreementOf(ratings);
    expect({ pairs, agreed }).toEqual({ pairs: 50, agreed: 0.7 });
    expect(kappa).toBeCloseTo(0.4, 12);
  });

  it("distinguishes two tables with the same agreement: 0.1304 and 0.2593", () => {
    const table = (yy: number, yn: number, ny: number, nn: number) =>
      agreementOf([...times(yy, "y", "y"), ...times(yn, "y", "n"), ...times(ny, "n", "y"), ...times(nn, "n", "n")])
        .kappa;
    expect(table(45, 15, 25, 15)).toBeCloseTo(0.1304, 4);
    expect(table(25, 35, 5, 35)).toBeCloseTo(0.2593, 4);
  });

  it("is undefined without pairs, or if both raters always give the same rating", () => {
    expect(agreementOf([])).toEqual({ pairs: 0, agreed: 0, kappa: null });
    expect(agreementOf(times(3, "yes", "yes"))).toEqual({ pairs: 3, agreed: 1, kappa: null });
  });

  it("is at most 1, and equals 1 for complete agreement on more than one value", () => {
    const rating = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(fc.array(fc.tuple(rating, rating), { minLength: 1 }), (ratings) => {
        const { agreed, kappa } = agreementOf(ratings);
        expect(kappa ?? 1).toBeLessThanOrEqual(1);
        expect(kappa ?? -1).toBeGreaterThanOrEqual(-1);
        if (agreed === 1 && kappa !== null) expect(kappa).toBeCloseTo(1, 12);
      }),
    );
  });
});
