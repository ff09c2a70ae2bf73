import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "#lib/contract/json.ts";
import type { Observation } from "#lib/contract/request.ts";
import { daily, forecast, history, inputOf, measurement, partition, structured, text } from "#test/pool-fixtures.ts";
import { answerOf, CLIMB, cut, distributionOf, read, task } from "#test/series-fixtures.ts";
import { createPool } from "./pool.ts";

const pool = createPool({ release: "r", now: () => 0 });
const cuts = partition("s", cut(15, 25));
const aged = (values: readonly number[]) =>
  values.map((value, index): [number, number] => [values.length - 1 - index, value]);

function regular(values: readonly (number | null)[], every: string, start: string): Observation {
  return structured({ kind: "history", series: " S ", start, every, values: [...values] as Json[] });
}

describe("a history", () => {
  it("gives the same probabilities as a regular history and as its measurements one by one, bit for bit", () => {
    const value = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { freq: 9 });
    const hours = fc.constantFrom(1, 24, 168);
    fc.assert(
      fc.property(fc.array(value, { minLength: 5, maxLength: 60 }), hours, fc.nat(99), (values, hours, seed) => {
        const ages = values.map((_, index) => ((values.length - 1 - index) * hours) / 24);
        const dated = values.flatMap((one, index): [number, number][] =>
          one === null ? [] : [[ages[index] ?? 0, one]],
        );
        const shuffled = dated.toSorted(([a], [b]) => ((a * 7919 + seed) % 13) - ((b * 7919 + seed) % 13));
        const oneByOne = shuffled.map(([age, one]) => measurement("s", one, age));
        const start = structured({}, ages[0]).observed_at;
        const others = [cuts, forecast("f", { low: 0.2, middle: 0.5, high: 0.3 }, 2)];
        const half = Math.floor(shuffled.length / 2);
        const forms = [
          [history("s", shuffled), ...others],
          [regular(values, `PT${hours}H`, start), ...others],
          [history("S", shuffled.slice(0, half + 1)), ...oneByOne.slice(half), ...others],
        ];
        const expected = answerOf(...oneByOne, ...others);
        for (const context of dated.length === 0 ? [] : forms) {
          expect(answerOf(...context)?.distribution).toEqual(expected?.distribution);
        }
      }),
    );
  });

  it("steps by the calendar, so that monthly values are those of the ends of the months", () => {
    const days = [69, 38, 10].map((age) => structured({}, age).observed_at.slice(0, 10));
    expect(days).toEqual(["2025-12-31", "2026-01-31", "2026-02-28"]);
    const monthly = regular([1, 2, 3, 5, 4, 7], "P1M", "2025-09-30T00:00:00Z");
    const listed = history(
      "s",
      aged([1, 2, 3, 5, 4, 7]).map(([, value], index) => {
        const end = ["2025-09-30", "2025-10-30", "2025-11-30", "2025-12-30", "2026-01-30", "2026-02-28"][index] ?? "";
        return [(Date.parse("2026-03-10") - Date.parse(end)) / 86_400_000, value];
      }),
    );
    expect(distributionOf(monthly, cuts)).toEqual(distributionOf(listed, cuts));
  });

  it("has the share of its values in the weight of the series, and counts as one observation", () => {
    const { series } = read(history("s", aged(CLIMB)), measurement("s", 21, 20), cuts);
    expect(series[0]?.measurements).toBe(11);
    expect(series[0]?.shares).toEqual([
      { observation: 1, weight: 1 / 12 },
      { observation: 0, weight: 10 / 12 },
      { observation: 2, weight: 1 / 12 },
    ]);
    const used = answerOf(history("s", aged(CLIMB)), cuts)?.used ?? [];
    expect(used.map(({ observation }) => observation)).toEqual([0, 1]);
    expect(used[0]?.weight).toBeCloseTo(10 / 11, 12);
  });

  it("is ignored as a whole, with one reason for all uses, if one of its values is later than `observed_at`", async () => {
    const late = history("s", aged(CLIMB), 1 / 86_400);
    const context = [late, cuts, text("No news."), forecast("f", { low: 0.2, middle: 0.5, high: 0.3 })];
    const input = inputOf(...context);
    const ignored = read(...context).ignored.map(({ observation }) => observation);
    expect(ignored).toEqual([0, 1, 2]);
    expect(pool.unusable(task, input)).toEqual([
      {
        observation: 0,
        type: "structured",
        reason: expect.stringMatching(/^values\.9: The time 2026-03-10T00:00:00.000Z is later than observed_at/),
      },
      { observation: 1, type: "structured", reason: "The input has no usable value of this series." },
    ]);
    expect(answerOf(...context)?.distribution).toEqual(answerOf(...context.slice(2))?.distribution);
    expect(pool.supports(task, inputOf(late, cuts)).ok).toBe(false);
  });

  it("is ignored as a whole if a value contradicts another observation or the history itself", () => {
    const values = aged(CLIMB);
    const contradictory = [history("s", values), ...daily("s", [1, 2, 3, 5, 4]), cuts];
    const { ignored } = read(...contradictory);
    expect(ignored.map(({ observation }) => observation)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(ignored[0]?.reason).toContain("different value or unit at the same time");
    const itself = [
      history("s", [...values, [2, 99]]),
      history(
        "s",
        aged(CLIMB).map(([age, one]) => [age + 0.5, one]),
      ),
      cuts,
    ];
    expect(read(...itself).ignored.map(({ observation }) => observation)).toEqual([0]);
    expect(distributionOf(...itself)).toEqual(distributionOf(...itself.slice(1)));
  });

  it("counts a repeated value once, and is ignored if all its values repeat other observations", () => {
    const values = aged(CLIMB);
    const whole = [history("s", values), cuts];
    expect(distributionOf(history("s", [...values, ...values]), cuts)).toEqual(distributionOf(...whole));
    const overlapping = [history("s", values.slice(0, 7)), history("s", values.slice(4)), cuts];
    expect(read(...overlapping).ignored).toEqual([]);
    expect(distributionOf(...overlapping)).toEqual(distributionOf(...whole));
    const repeated = [...daily("s", CLIMB), history("s", values.slice(2)), cuts];
    expect(read(...repeated).ignored).toMatchObject([
      {
        observation: 10,
        reason: expect.stringMatching(/^This repeats other observations, such as observation \d+\.$/),
      },
    ]);
  });

  it("of 4,000 values is read, and gives the same answer as a history of pairs", () => {
    const values = Array.from({ length: 4_000 }, (_, index) => Math.round(100 * Math.sin(index / 50) + (index % 7)));
    const start = structured({}, 3_999 / 24).observed_at;
    const ages = values.map((value, index): [number, number] => [(3_999 - index) / 24, value]);
    const long = distributionOf(regular(values, "PT1H", start), cuts);
    expect(long).toEqual(distributionOf(history("s", ages), cuts));
  });
});
