import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { describeQuantity, nameSpan, nameThreshold, readQuantity } from "#lib/series/quantity.ts";
import { readMeasuredSeries } from "#lib/series/read-measured-series.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { addQuantities, forecastsToCsv } from "./list-forecasts.ts";

const observed_at = "2026-03-01T00:00:00Z";
const observe = (data: object) => ({ type: "structured", observed_at, data });

/** Forecasts with a partition of their options, in any order of the options. */
const forecast = fc
  .uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 6 })
  .map((bounds) => bounds.sort((one, other) => one - other))
  .chain((bounds) => {
    const ids = Array.from({ length: bounds.length + 1 }, (_, index) => `o${index}`);
    return fc.record({
      bounds: fc.constant(bounds),
      isAtLeast: fc.boolean(),
      options: fc.shuffledSubarray(ids, { minLength: ids.length }),
      weights: fc
        .array(fc.nat(40), { minLength: ids.length, maxLength: ids.length })
        .filter((all) => all.some(Boolean)),
      unit: fc.constantFrom("ships", undefined),
    });
  })
  .map(({ bounds, isAtLeast, options, weights, unit }) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const probabilities = Object.fromEntries(weights.map((weight, index) => [`o${index}`, weight / total]));
    const intervals = weights.map((_, index) => {
      const [low, high] = [bounds[index - 1], bounds[index]];
      const lower = low !== undefined && (isAtLeast ? { at_least: low } : { above: low });
      const upper = high !== undefined && (isAtLeast ? { below: high } : { at_most: high });
      return [`o${index}`, { ...lower, ...upper }];
    });
    const context = [
      observe({ kind: "measurement", series: "Calls", value: 1, ...(unit && { unit }) }),
      observe({ kind: "partition", series: "calls ", intervals: Object.fromEntries(intervals) }),
    ];
    const task = { instructions: "How many?", criteria: {}, resolution: { resolves_at: observed_at } };
    const response = { task, result: { choice: "o0", probabilities } };
    return { options, request: { input: { context } }, response, askedBy: {}, event: {} } as unknown as ForecastDetail;
  });

it("the figures of an export are those of the forecast's page", async () => {
  await fc.assert(
    fc.asyncProperty(forecast, async (one) => {
      const { options, request, response } = one;
      const { probabilities } = response.result;
      const [series] = readMeasuredSeries(options, request.input.context);
      const shown = readQuantity(series?.ranges ?? [], probabilities);
      if (series === undefined || shown === undefined) throw new Error("the page shows no quantity");
      async function* pages() {
        yield [addQuantities(one)];
      }
      let csv = "";
      for await (const part of forecastsToCsv(pages())) csv += part;
      const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
      expect(data.map(({ option }) => option)).toEqual(options);

      const number = (cell = "") => (cell === "" ? null : Number(cell));
      const rows = data.filter(({ bound }) => bound !== "").sort((a, b) => Number(a.bound) - Number(b.bound));
      const sides = rows.map(({ bound_included }) => bound_included === "true");
      const chances = rows.map(({ bound, probability_from_bound: chance }, index) => {
        const threshold = { option: "", value: Number(bound), includes: sides[index] === true, probability: 0 };
        return [nameThreshold(threshold), Number(chance)];
      });
      expect(chances).toEqual(shown.thresholds.map((each) => [nameThreshold(each), each.probability]));
      for (const row of rows) {
        const above = data.filter(({ bound }) => bound !== "" && Number(bound) >= Number(row.bound));
        const sum = above.reduce((total, { probability }) => total + Number(probability), 0);
        expect(Number(row.probability_from_bound)).toBeCloseTo(sum, 9);
      }
      for (const row of data) {
        const spanOf = (name: string) => {
          const ends = { low: number(row[`${name}_low`]), high: number(row[`${name}_high`]) };
          return nameSpan({ ...ends, includesLow: sides[0] === true, includesHigh: sides[0] === false });
        };
        const share = formatPercent(Number(row.interval_80_probability));
        const sentence = `Median: ${spanOf("median")}. At least 80 %: ${spanOf("interval_80")} (${share}).`;
        expect(sentence).toBe(describeQuantity(shown));
        expect([row.series, row.unit]).toEqual(["Calls", series.unit ?? ""]);
      }
    }),
  );
});
