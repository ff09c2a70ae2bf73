import fc from "fast-check";
import { expect, it } from "vitest";
import { calibrationSlope, type SlopeCase } from "./calibration-slope.ts";

/** Cases in which each option happens as often as `truth` says, each with its share as weight. */
function casesOf(forecasts: readonly { readonly yes: number; readonly truth: number }[]): SlopeCase[] {
  return forecasts.flatMap(({ yes, truth }, index) =>
    [
      { outcome: "yes", weight: truth },
      { outcome: "no", weight: 1 - truth },
    ].map((one) => ({ ...one, question: `question ${index}`, probabilities: { yes, no: 1 - yes } })),
  );
}

const tilt = (probability: number, exponent: number) =>
  probability ** exponent / (probability ** exponent + (1 - probability) ** exponent);

it("recovers the exponent that turns the forecasts into the true probabilities", () => {
  const probability = fc.double({ min: 0.02, max: 0.98, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(probability, { minLength: 3, maxLength: 20 }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      (list, exponent) => {
        fc.pre(list.some((one) => Math.abs(one - 0.5) > 0.05));
        const cases = casesOf(list.map((yes) => ({ yes, truth: tilt(yes, exponent) })));
        expect(calibrationSlope(cases, 1e-9)?.value).toBeCloseTo(exponent, 4);
      },
    ),
  );
});

it("has an interval around 1 for calibrated forecasts, which narrows with the number of questions", () => {
  const outcomes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      question: `question ${index}`,
      weight: 1,
      probabilities: { yes: 0.7, no: 0.3 },
      outcome: index % 10 < 7 ? "yes" : "no",
    }));
  const [few, many] = [calibrationSlope(outcomes(50), 1e-9), calibrationSlope(outcomes(500), 1e-9)];
  expect(many?.value).toBeCloseTo(1, 6);
  const width = (slope: typeof few) => (slope?.interval?.high ?? 0) - (slope?.interval?.low ?? 0);
  expect(width(many)).toBeLessThan(width(few));
  expect(width(many)).toBeGreaterThan(0);
});

it("is undefined for uniform forecasts and without cases", () => {
  expect(calibrationSlope(casesOf([{ yes: 0.5, truth: 0.8 }]), 1e-9)).toBeUndefined();
  expect(calibrationSlope([], 1e-9)).toBeUndefined();
});
