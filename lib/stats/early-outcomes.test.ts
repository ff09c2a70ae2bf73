import { expect, it } from "vitest";
import { type Binned, BinSums, reliabilityOf } from "./reliability.ts";
import { seededRandom } from "./seeded-random.ts";

const RUNS = 400;
const QUESTIONS = 500;
const DAYS = 365;
/** Events per day. */
const HAZARD = 0.5 / DAYS;

interface Question {
  readonly scored: Binned;
  readonly confirmedAt: number;
  readonly resolvesAt: number;
}

/**
 * Simulates questions that ask on the first day whether an event with a constant hazard happens by a date. The dates are
 * spread over the year. The forecast is the true probability. The outcome is confirmed when the event happens, or at the resolution date.
 */
function simulate(seed: number): Question[] {
  const random = seededRandom(seed);
  return Array.from({ length: QUESTIONS }, (_, index) => {
    const resolvesAt = (DAYS * (index + 1)) / QUESTIONS;
    const eventAt = -Math.log(1 - random()) / HAZARD;
    const yes = 1 - Math.exp(-HAZARD * resolvesAt);
    const scored = { probabilities: [yes, 1 - yes], happened: eventAt <= resolvesAt ? 0 : 1 };
    return { scored, confirmedAt: Math.min(eventAt, resolvesAt), resolvesAt };
  });
}

/** Returns the share of simulated records, read half-way, whose reliability diagram lies within its bands. */
function shareWithin(instantOf: (question: Question) => number): number {
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const counted = simulate(run + 1).filter((question) => instantOf(question) <= DAYS / 2);
    const sums = new BinSums();
    for (const { scored } of counted) sums.add([scored]);
    return reliabilityOf(sums.bins()).every(({ frequency, band }) => frequency >= band.low && frequency <= band.high);
  });
  return runs.filter(Boolean).length / RUNS;
}

it("a calibrated forecaster lies within the bands, because questions count from their resolution date", () => {
  const share = shareWithin(({ resolvesAt }) => resolvesAt);
  const shareAtOnce = shareWithin(({ confirmedAt }) => confirmedAt);
  expect(share).toBeGreaterThanOrEqual(0.92);
  // If early outcomes counted at once, the questions with later dates would all be answered Yes.
  expect(shareAtOnce).toBeLessThan(0.05);
});
