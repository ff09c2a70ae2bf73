import fc from "fast-check";
import { expect, it } from "vitest";
import { calibrationSlope, type SlopeForecasts } from "./calibration-slope.ts";

interface Binary {
  readonly question: number;
  readonly weight: number;
  readonly yes: number;
  readonly happened: 0 | 1;
}

function forecastsOf(binary: readonly Binary[]): SlopeForecasts {
  return {
    questions: Float64Array.from(binary, ({ question }) => question),
    weights: Float64Array.from(binary, ({ weight }) => weight),
    options: Float64Array.from(binary, () => 2),
    happened: Float64Array.from(binary, ({ happened }) => happened),
    probabilities: Float64Array.from(binary.flatMap(({ yes }) => [yes, 1 - yes])),
  };
}

/** Forecasts in which each option happens as often as `truth` says, each with its share as weight. */
function casesOf(forecasts: readonly { readonly yes: number; readonly truth: number }[]): SlopeForecasts {
  return forecastsOf(
    forecasts.flatMap(({ yes, truth }, question): Binary[] => [
      { question, yes, happened: 0, weight: truth },
      { question, yes, happened: 1, weight: 1 - truth },
    ]),
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
    forecastsOf(
      Array.from({ length: count }, (_, question) => {
        return { question, weight: 1, yes: 0.7, happened: question % 10 < 7 ? 0 : 1 };
      }),
    );
  const [few, many] = [calibrationSlope(outcomes(50), 1e-9), calibrationSlope(outcomes(500), 1e-9)];
  expect(many?.value).toBeCloseTo(1, 6);
  const width = (slope: typeof few) => (slope?.interval?.high ?? 0) - (slope?.interval?.low ?? 0);
  expect(width(many)).toBeLessThan(width(few));
  expect(width(many)).toBeGreaterThan(0);
});

it("is null for uniform forecasts and without cases", () => {
  expect(calibrationSlope(casesOf([{ yes: 0.5, truth: 0.8 }]), 1e-9)).toBeNull();
  expect(calibrationSlope(forecastsOf([]), 1e-9)).toBeNull();
});
