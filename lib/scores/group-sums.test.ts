import fc from "fast-check";
import { expect, it } from "vitest";
import { type Case, SectionSums } from "./group-sums.ts";
import { lossOf, uniformLoss } from "./score-forecast.ts";

const forecastArbitrary = fc.record({
  question: fc.nat({ max: 5 }),
  yes: fc.double({ min: 0, max: 1, noNaN: true }),
  /** A skill against a reference of almost 0 would have few exact digits. */
  crowd: fc.option(fc.double({ min: 0.05, max: 0.95, noNaN: true })),
});

type Forecast = typeof forecastArbitrary extends fc.Arbitrary<infer F> ? F : never;

function caseOf({ yes, crowd }: Forecast): Case {
  const lastCrowd = crowd === null ? undefined : lossOf({ yes: crowd, no: 1 - crowd }, "yes");
  const references = { uniform: uniformLoss(2), ...(lastCrowd === undefined ? {} : { lastCrowd }) };
  return { probabilities: [yes, 1 - yes], happened: 0, ...lossOf({ yes, no: 1 - yes }, "yes"), references };
}

function sectionOf(forecasts: readonly Forecast[]) {
  const sums = new SectionSums();
  for (const members of Map.groupBy(forecasts, ({ question }) => question).values()) sums.add(members.map(caseOf));
  return sums.section("all", "");
}

/** Rounds all numbers, because sums depend on the order of their terms in the last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "number" ? Number(one.toFixed(7)) + 0 : one)));
}

it("a question that is asked 100 times counts as much as a question that is asked once", () => {
  fc.assert(
    fc.property(fc.array(forecastArbitrary), forecastArbitrary, (others, repeated) => {
      const one = { ...repeated, question: 9 };
      const [once, often] = [1, 100].map((times) => sectionOf([...others, ...Array(times).fill(one)]));
      if (once === undefined || often === undefined) throw new Error("there are two sections");
      expect(often.forecasts).toBe(once.forecasts + 99);
      // Counts of forecasts, and means over forecasts, differ.
      const shared = ({ overForecasts, reliability, references, ...section }: typeof once) => ({
        ...section,
        forecasts: 0,
        reliability: reliability.map((point) => ({ ...point, forecasts: 0 })),
        references: Object.entries(references).map(([name, reference]) => [name, { ...reference, forecasts: 0 }]),
      });
      expect(rounded(shared(often))).toEqual(rounded(shared(once)));
    }),
    { numRuns: 30 },
  );
});

it("a reference is compared on the forecasts that have it", () => {
  const { references } = sectionOf([
    { question: 0, yes: 0.8, crowd: 0.6 },
    { question: 0, yes: 0.4, crowd: null },
    { question: 1, yes: 0.5, crowd: null },
  ]);
  expect(references.lastCrowd).toMatchObject({
    forecasts: 1,
    questions: 1,
    log: expect.closeTo(-Math.log(0.6), 12),
    logDifference: { value: expect.closeTo(Math.log(0.6) - Math.log(0.8), 12), interval: null },
    brierSkill: { value: expect.closeTo(1 - 0.04 / 0.16, 12) },
    detectable: null,
  });
  expect(references.uniform).toMatchObject({ forecasts: 3, questions: 2 });
});
