import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Interval, partitionError } from "#lib/contract/partition-cover.ts";
import { fillPartition } from "./fill-partition.ts";
import { printData } from "./print-request.ts";

const optionsOf = (texts: readonly string[]) =>
  texts.map((description, index) => ({ key: `o${index + 1}`, id: "", description }));

/** Returns the interval of each option as the request contains it; undefined if no bounds were filled in. */
function intervalsOf(texts: readonly string[]): readonly Interval[] | undefined {
  const options = optionsOf(texts);
  const fields = fillPartition(options);
  if (Object.keys(fields).length === 0) return undefined;
  const observation = { kind: "partition" as const, observedAt: { local: "", offset: "Z" }, fields };
  const data = JSON.parse(printData(observation, new Map(options.map(({ key }) => [key, key]))));
  return options.map(({ key }) => data.intervals[key]);
}

const contains = ({ at_least, above, at_most, below }: Interval, value: number) =>
  value >= (at_least ?? -Infinity) &&
  value > (above ?? -Infinity) &&
  value <= (at_most ?? Infinity) &&
  value < (below ?? Infinity);

const LOWEST = [
  (high: number) => `below ${high}`,
  (high: number) => `Fewer than ${high} ships`,
  (high: number) => `${high - 1} or less`,
];
const MIDDLE = [
  (low: number, high: number) => `${low} to ${high - 1} ships`,
  (low: number, high: number) => `${low}–${high - 1}`,
  (low: number, high: number) => `between ${low} and ${high - 1}`,
];
const HIGHEST = [
  (low: number) => `${low} or more`,
  (low: number) => `At least ${low} ships`,
  (low: number) => `more than ${low - 1}`,
  (low: number) => `${low}+`,
];

describe("the bounds of a partition from the options' descriptions", () => {
  it("cover all numbers without overlap, and each whole number is in the option that says so", () => {
    const bounds = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 6 });
    const style = fc.nat(3);
    fc.assert(
      fc.property(bounds, style, style, style, fc.nat(), (unsorted, lowest, middle, highest, seed) => {
        const ends = unsorted.map((end) => 2 * end).sort((a, b) => a - b);
        const texts = [
          LOWEST[lowest % 3]?.(ends[0] ?? 0) ?? "",
          ...ends.slice(1).map((high, index) => MIDDLE[middle % 3]?.(ends[index] ?? 0, high) ?? ""),
          HIGHEST[highest % 4]?.(ends.at(-1) ?? 0) ?? "",
        ];
        const turn = seed % texts.length;
        const turned = [...texts.slice(turn), ...texts.slice(0, turn)];
        const found = intervalsOf(turned);
        // "99 or less" after "below 100" and "more than 99" leave out the values between two whole numbers.
        if (found === undefined) return fc.pre(false);
        expect(partitionError(found.map((interval, index) => [`o${index}`, interval]))).toBeUndefined();
        for (const value of ends.flatMap((end) => [end - 1, end, end + 1])) {
          const expected = turned.indexOf(texts[ends.filter((end) => end <= value).length] ?? "");
          expect(found.map((interval) => contains(interval, value)).indexOf(true)).toBe(expected);
        }
      }),
    );
  });

  it.each<[texts: readonly string[], intervals: readonly Interval[] | undefined]>([
    [
      ["below 100 ships", "100 to 149 ships", "150 to 199 ships", "200 or more"],
      [{ below: 100 }, { at_least: 100, below: 150 }, { at_least: 150, below: 200 }, { at_least: 200 }],
    ],
    [
      ["0", "1", "2 or more"],
      [{ below: 1 }, { at_least: 1, below: 2 }, { at_least: 2 }],
    ],
    [
      ["Up to 1.5 %", "Above 1.5 %"],
      [{ at_most: 1.5 }, { above: 1.5 }],
    ],
    [
      ["1,200 or fewer", "1,201 to 1,500", "1,501 or more"],
      [{ below: 1201 }, { at_least: 1201, below: 1501 }, { at_least: 1501 }],
    ],
    [
      [
        "Less than 205 crowns per tonne.",
        "At least 205 and less than 218 crowns per tonne.",
        "At least 218 crowns per tonne.",
      ],
      [{ below: 205 }, { at_least: 205, below: 218 }, { at_least: 218 }],
    ],
    [["50 to 60 %", "60 to 70 %", "70 % or more"], undefined],
    [["below 100", "101 or more"], undefined],
    [["100 to 149", "150 or more"], undefined],
    [["Yes", "No"], undefined],
    [["below 10", "10 or more in 2026"], undefined],
  ])("of %j are %j", (texts, intervals) => {
    expect(intervalsOf(texts)).toEqual(intervals);
  });
});
