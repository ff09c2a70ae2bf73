import fc from "fast-check";
import { expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { approvedInput } from "#test/approved-input.ts";
import { counts, daily, forecast, inputOf, partition, taskOf, text } from "#test/pool-fixtures.ts";
import { cut } from "#test/series-fixtures.ts";
import { createPool } from "./pool.ts";

const step = async () => {};
const OPTIONS = ["low", "middle", "high"];
const FLOOR = 0.0005;
const pool = createPool({ release: "r", now: () => 0 });

const weights = fc.array(fc.nat({ max: 20 }), { minLength: 3, maxLength: 3 }).filter((all) => all.some(Boolean));
const age = fc.nat({ max: 60 });
const observation: fc.Arbitrary<readonly Observation[]> = fc.oneof(
  fc.tuple(fc.constantFrom("one", "Two", "two "), weights, age).map(([source, all, days]) => {
    const total = all.reduce((sum, one) => sum + one, 0);
    const shares = all.map((one) => one / total);
    return [forecast(source, byOption(OPTIONS, shares), days)];
  }),
  fc
    .tuple(fc.constantFrom("x", "y"), weights, age)
    .map(([name, all, days]) => [counts(name, byOption(OPTIONS, all), days)]),
  fc
    .array(fc.integer({ min: 0, max: 20 }), { minLength: 4, maxLength: 9 })
    .map((values) => [...daily("s", values), partition("s", cut(6, 12))]),
  fc.constant([text("No news.")]),
  fc.constant([forecast("unusable", { low: 1 })]),
);

/** Returns undefined if the model has no answer. */
async function lossOf(context: readonly Observation[], outcome: string): Promise<number | undefined> {
  const request = { task: taskOf(...OPTIONS), input: inputOf(...context) };
  if (!pool.supports(request.task, request.input).ok) return undefined;
  const { probabilities } = await pool.forecast(approvedInput(request), new AbortController().signal);
  return -Math.log(Math.max(FLOOR, probabilities[outcome] ?? 0));
}

it("is the log score of a forecast without the observation minus that with it; null if no forecast is possible", async () => {
  const contexts = fc.array(observation, { minLength: 1, maxLength: 4 }).map((parts) => parts.flat());
  await fc.assert(
    fc.asyncProperty(contexts, fc.constantFrom(...OPTIONS), async (context, outcome) => {
      const approved = approvedInput({ task: taskOf(...OPTIONS), input: inputOf(...context) });
      const worths = await pool.worth(approved, outcome, step);
      const whole = await lossOf(context, outcome);
      const expected = await Promise.all(context.map((_, index) => lossOf(context.toSpliced(index, 1), outcome)));
      expect(worths).toHaveLength(context.length);
      for (const [index, without] of expected.entries()) {
        if (whole === undefined || without === undefined) expect(worths[index]).toBeNull();
        else expect(worths[index]).toBeCloseTo(without - whole, 12);
      }
    }),
  );
});

it("is above 0 for a forecast that favours the outcome against the others, and below 0 for one that does not", async () => {
  const context = [
    forecast("right", { low: 0.9, middle: 0.05, high: 0.05 }),
    forecast("wrong", { low: 0.1, middle: 0.45, high: 0.45 }),
  ];
  const [right = 0, wrong = 0] = await pool.worth(
    approvedInput({ task: taskOf(...OPTIONS), input: inputOf(...context) }),
    "low",
    step,
  );
  expect(right).toBeGreaterThan(0);
  expect(wrong).toBeLessThan(0);
});
