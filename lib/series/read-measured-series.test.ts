import fc from "fast-check";
import { expect, it } from "vitest";
import { readMeasuredSeries } from "./read-measured-series.ts";

const OPTIONS = ["high", "low", "middle"];
const at = (day: number) => `2026-03-${String(day).padStart(2, "0")}T00:00:00Z`;
const measured = (day: number, value: number, series = "Storage") => ({
  observed_at: at(day),
  data: { kind: "measurement", series, value, unit: "%" },
});
const parted = (day: number, bound: number) => ({
  observed_at: at(day),
  data: {
    kind: "partition",
    series: "storage ",
    intervals: { high: { above: bound }, low: { below: 10 }, middle: { at_least: 10, at_most: bound } },
  },
});

it("sorts measurements by date, whatever their order in the input", () => {
  const all = [1, 2, 3, 4, 5].map((day) => measured(day, day * 7));
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 5 }), (context) => {
      const [series] = readMeasuredSeries(OPTIONS, context);
      expect(series?.measurements.map(({ value }) => value)).toEqual([7, 14, 21, 28, 35]);
    }),
  );
});

it("joins names that differ in case or surrounding white space, and uses the newest partition", () => {
  const context = [parted(3, 30), measured(1, 5, "STORAGE"), measured(2, 6, " Storage "), parted(2, 20)];
  expect(readMeasuredSeries(OPTIONS, context)).toEqual([
    {
      name: "Storage",
      unit: "%",
      measurements: [
        { observation: 1, at: at(1), value: 5 },
        { observation: 2, at: at(2), value: 6 },
      ],
      ranges: [
        { option: "low", low: null, high: 10, includesLow: false, includesHigh: false },
        { option: "middle", low: 10, high: 30, includesLow: true, includesHigh: true },
        { option: "high", low: 30, high: null, includesLow: false, includesHigh: false },
      ],
    },
  ]);
});

it("joins the values of histories and measurements, by their time, and skips a history with a value that is too late", () => {
  const history = (day: number, values: readonly (number | null)[]) => ({
    observed_at: at(day),
    data: { kind: "history", series: "STORAGE", start: at(1), every: "P1D", values },
  });
  const [series, ...others] = readMeasuredSeries(OPTIONS, [
    history(9, [5, null, 7]),
    measured(2, 6),
    history(2, [1, 1, 1]),
  ]);
  expect(others).toEqual([]);
  expect(series?.measurements).toEqual([
    { observation: 0, at: at(1), value: 5 },
    { observation: 1, at: at(2), value: 6 },
    { observation: 0, at: at(3), value: 7 },
  ]);
  expect(series).toMatchObject({ name: "STORAGE", unit: "%" });
});

it("has no ranges if the partition overlaps or names other options than the question", () => {
  const overlapping = {
    observed_at: at(3),
    data: { ...parted(3, 20).data, intervals: { high: {}, low: {}, middle: {} } },
  };
  expect(readMeasuredSeries(OPTIONS, [measured(1, 5), overlapping])[0]?.ranges).toEqual([]);
  expect(readMeasuredSeries(["high", "low"], [measured(1, 5), parted(3, 20)])[0]?.ranges).toEqual([]);
});

it("skips texts, dates that are incomplete, and values that are not numbers", () => {
  const context = [
    { observed_at: at(1), text: "full" },
    { observed_at: "2026-03", data: measured(1, 5).data },
    { observed_at: at(2), data: { kind: "measurement", series: "Storage", value: "5" } },
  ];
  expect(readMeasuredSeries(OPTIONS, context)).toEqual([]);
});
