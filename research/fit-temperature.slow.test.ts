import { describe, expect, it } from "vitest";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { type AnsweredCase, fitTemperature } from "./fit-temperature.ts";

const FLOOR = 0.0005;

/** Generates questions whose true log odds are `sharpness` times the forecast log odds. */
function answered(questions: number, sharpness: number, casesEach = 1): AnsweredCase[] {
  const random = seededRandom(7);
  return Array.from({ length: questions }, (_, index) => {
    const logOdds = (random() - 0.5) * 5;
    const said = 1 / (1 + Math.exp(-logOdds));
    const outcome = random() < 1 / (1 + Math.exp(-sharpness * logOdds)) ? "yes" : "no";
    const one = { question: `q${index}`, probabilities: { yes: said, no: 1 - said }, outcome };
    return Array.from({ length: casesEach }, () => one);
  }).flat();
}

describe("a fitted temperature", () => {
  it.each([0.6, 1.6])("recovers the true sharpness and is significant: %d", (sharpness) => {
    const fitted = fitTemperature(answered(3_000, sharpness), FLOOR);
    expect(fitted?.exponent).toBeGreaterThan(sharpness - 0.15);
    expect(fitted?.exponent).toBeLessThan(sharpness + 0.15);
    expect(fitted).toMatchObject({ earned: true, cases: 3_000, questions: 3_000 });
    expect(fitted?.crossValidated).toBeLessThan(fitted?.before ?? 0);
  });

  it("is not significant if answers are calibrated or there are few questions", () => {
    expect(fitTemperature(answered(3_000, 1), FLOOR)?.earned).toBe(false);
    const few = fitTemperature(answered(12, 1.6), FLOOR);
    expect(few?.earned).toBe(false);
    expect(few?.exponent).toBeLessThan(1.4);
  });

  it("gives a question the same weight for any number of cases", () => {
    const [once, often] = [answered(12, 1.6), answered(12, 1.6, 50)].map((cases) => fitTemperature(cases, FLOOR));
    expect(often?.exponent).toBe(once?.exponent);
    expect(often?.earned).toBe(false);
  });

  it("is finite for a probability of 0, and undefined for a single question", () => {
    const certain = answered(50, 1).map((one) => ({ ...one, probabilities: { yes: 0, no: 1 } }));
    expect(fitTemperature(certain, FLOOR)?.crossValidated).toBeLessThan(10);
    expect(fitTemperature(answered(1, 1, 5), FLOOR)).toBeUndefined();
  });

  it("is deterministic", () => {
    expect(fitTemperature(answered(100, 1.3), FLOOR)).toEqual(fitTemperature(answered(100, 1.3), FLOOR));
  });
});
