import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { daily, measurement, partition } from "#test/pool-fixtures.ts";
import { answerOf, CLIMB, cut, distributionOf, read } from "#test/series-fixtures.ts";

function reasonsOf(...context: Observation[]): (string | undefined)[] {
  const { ignored } = read(...context);
  return context.map((_, index) => ignored.find(({ observation }) => observation === index)?.reason);
}

describe("observations of a series", () => {
  const cuts = partition("s", cut(15, 25));

  it.each<[string, Observation[], string]>([
    [
      "too few measurements",
      [...daily("s", [1, 3, 2, 4]), cuts],
      "The series needs at least 5 values at different times and has 4.",
    ],
    ["no partition", daily("s", CLIMB), "No usable partition maps"],
    ["another series' partition", daily("t", CLIMB), "No usable partition maps"],
    ["no measurement", [cuts], "The input has no usable value of this series."],
    [
      "different units",
      [...daily("s", CLIMB), measurement("s", 21, 0.5, "km"), measurement("s", 22, 0.6, "mi"), cuts],
      "The measurements of this series have different units.",
    ],
  ])("are all ignored with the reason if the series is unusable: %s", (_, context, reason) => {
    expect(reasonsOf(...context)).toEqual(context.map(() => expect.stringContaining(reason)));
    expect(answerOf(...context)).toBeUndefined();
  });

  it.each<[string, Observation[]]>([
    ["no change", daily("s", [3, 3, 3, 3, 3])],
    [
      "measurements within one hour for a deadline in months",
      CLIMB.map((value, index) => measurement("s", value, index / 240)),
    ],
    ["a series that always returns to a level", daily("s", [2, 9, 1, 8, 3, 9, 2, 8, 1, 9, 2, 8])],
  ])("are used even if they say little about the outcome: %s", (_, measurements) => {
    expect(reasonsOf(...measurements, cuts).every((reason) => reason === undefined)).toBe(true);
    for (const p of distributionOf(...measurements, cuts)) expect(p).toSatisfy((one: number) => one > 0 && one < 1);
  });

  it("may omit the unit of a measurement", () => {
    const context = [...daily("s", CLIMB), measurement("s", 19, 0.5, "km"), cuts];
    expect(reasonsOf(...context).every((reason) => reason === undefined)).toBe(true);
  });

  it("are used only once if they are duplicates", () => {
    const context = [...daily("s", CLIMB), measurement("s", 20), cuts];
    expect(reasonsOf(...context)[10]).toBe("This repeats other observations, such as observation 10.");
    expect(distributionOf(...context)).toEqual(distributionOf(...daily("s", CLIMB), cuts));
  });

  it("are ignored if they contradict each other, in any order", () => {
    const measurements = daily("s", CLIMB);
    const context = [...measurements, measurement("s", 2, 5), cuts];
    for (const index of [4, 10]) expect(reasonsOf(...context)[index]).toContain("has a different value or unit");
    expect(distributionOf(...context)).toEqual(distributionOf(...measurements.toSpliced(4, 1), cuts));
    expect(distributionOf(...context.toReversed())).toEqual(distributionOf(...context));
  });

  it("include several partitions, of which only the newest is used", () => {
    const older = partition("s", cut(0, 1), 3);
    expect(reasonsOf(cuts, older, ...daily("s", CLIMB))[1]).toBe(
      "A newer partition of the same series is used instead.",
    );
    expect(distributionOf(cuts, older, ...daily("s", CLIMB))).toEqual(distributionOf(cuts, ...daily("s", CLIMB)));
  });

  it("give valid probabilities for extreme values at any spacing", () => {
    const extreme = fc.oneof(
      fc.constantFrom(1e100, -1e100, 1e-300, 0),
      fc.double({ min: -1e100, max: 1e100, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(extreme, fc.integer({ min: 0, max: 3e8 })), { minLength: 5, maxLength: 12 }),
        extreme,
        (measurements, bound) => {
          const context = measurements.map(([value, seconds]) => measurement("s", value, seconds / 86_400));
          const found = answerOf(...context, partition("s", cut(bound, bound)));
          for (const p of found?.distribution ?? []) expect(p).toSatisfy((one: number) => one > 0 && one < 1);
        },
      ),
    );
  });
});
