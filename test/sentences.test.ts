import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDraft } from "#components/compose/describe-draft.ts";
import { describeComparison, describePair, describeSelection } from "#components/forecasts/describe-comparison.ts";
import { describeDistribution } from "#components/forecasts/describe-distribution.ts";
import { describeHistory } from "#components/forecasts/describe-history.ts";
import { describeAnswer, describeShare } from "#components/forecasts/describe-memo.ts";
import {
  describeForecastScore,
  describeQuestionScores,
  describeShownWorths,
} from "#components/forecasts/describe-score.ts";
import { describeIdle } from "#components/overview/describe-idle.ts";
import { describeChange } from "#components/questions/describe-questions.ts";
import { describeSeries } from "#components/ui/series/describe-series.ts";
import { formatInstant } from "#lib/format.ts";
import { describeQuantity, readQuantity } from "#lib/series/quantity.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";

// The sentences that the pages about questions and forecasts, the composer and the overview derive from data. Each row
// has the data under which the sentence is shown, and a check that recomputes what the sentence claims.

const OPTIONS = ["a", "b", "c"] as const;
const LABELS = { a: "Option a", b: "Option b", c: "Option c" };

/** Probabilities of three options, with ties and zeros. */
const distribution = fc
  .tuple(fc.nat(4), fc.nat(4), fc.nat(4))
  .filter((counts) => counts.some((count) => count > 0))
  .map((counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    return Object.fromEntries(OPTIONS.map((option, index) => [option, (counts[index] ?? 0) / total]));
  });
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-03-${String(number).padStart(2, "0")}T00:00:00Z`);
const point = fc.record({
  asOf: day,
  modelVersion: fc.constantFrom("v1", "v2"),
  probabilities: distribution,
  forecasts: fc.integer({ min: 1, max: 3 }),
});
const points = fc
  .array(point, { maxLength: 5 })
  .map((all) => all.sort((one, other) => one.asOf.localeCompare(other.asOf)));
const source = fc.record({
  name: fc.constant("Market"),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
  last: fc.record({ at: day, probabilities: distribution }),
});
const history = fc.record({
  option: fc.constantFrom(...OPTIONS),
  labels: fc.constant(LABELS),
  points,
  sources: fc.array(source, { maxLength: 3 }),
  truncated: fc.boolean(),
});

const numbersIn = (text: string) => [...text.matchAll(/[\d.]+/g)].map(([number]) => Number(number));

/** A sentence, the data under which it is shown, and what must hold for that data. */
function claim<Data>(
  name: string,
  data: fc.Arbitrary<Data>,
  sentence: (data: Data) => string,
  check: (said: string, data: Data) => void,
) {
  return [
    name,
    () =>
      fc.assert(
        fc.property(data, (given) => {
          check(sentence(given), given);
        }),
      ),
  ] as const;
}

describe("a sentence is true for all data under which it is shown", () => {
  it.each([
    claim(
      "the most probable option, or a tie",
      distribution,
      (probabilities) =>
        describeDistribution({ choice: probabilityOrder(probabilities)[0] ?? "", probabilities }, LABELS),
      (said, probabilities) => {
        const most = Math.max(...Object.values(probabilities));
        const top = OPTIONS.filter((option) => probabilities[option] === most);
        if (said.startsWith("The most probable")) expect(top).toHaveLength(1);
        else if (said.startsWith("All")) expect(top).toHaveLength(3);
        else expect(OPTIONS.filter((option) => said.split(" have ")[0]?.includes(LABELS[option]))).toEqual(top);
      },
    ),
    claim("the history of an option", history, describeHistory, (said, { option, points, sources, truncated }) => {
      const [first, last] = [points[0], points.at(-1)];
      if (first === undefined || last === undefined) return expect(said).toBe("No forecasts yet.");
      const [from, to] = [first, last].map(({ probabilities }) => probabilities[option] ?? 0);
      if (from === to) expect(said).toContain(`is ${formatPercent(to ?? 0)}`);
      else expect(said).toContain(`went from ${formatPercent(from ?? 0)} to ${formatPercent(to ?? 0)}`);
      for (const { asOf } of [first, last]) expect(said).toContain(formatInstant(asOf));
      expect(said.includes(" cutoffs ")).toBe(first.asOf !== last.asOf);
      const made = points.reduce((sum, { forecasts }) => sum + forecasts, 0);
      expect(said).toMatch(
        new RegExp(`: ${made} forecasts? by ${new Set(points.map((one) => one.modelVersion)).size} `),
      );
      const values = sources.map(({ last: { probabilities } }) => probabilities[option] ?? 0);
      expect(said.includes("source")).toBe(values.length > 0);
      for (const end of values.length > 0 ? [Math.min(...values), Math.max(...values)] : [])
        expect(said.split("Latest")[1]).toContain(formatPercent(end));
      return expect(said.includes("left out")).toBe(truncated);
    }),
    claim(
      "the difference between two forecasts of one question",
      fc
        .tuple(distribution, distribution)
        .map(([one, other]) =>
          OPTIONS.map((option) => ({ option, differences: [0, (other[option] ?? 0) - (one[option] ?? 0)] })),
        ),
      (rows) => describeComparison(rows, 2, LABELS),
      (said, rows) => {
        const sizes = rows.map(({ differences }) => Math.abs(differences[1] ?? 0));
        const named = OPTIONS.findIndex((option) => said.includes(`than “${LABELS[option]}”`));
        if (named === -1) expect(sizes).toEqual([0, 0, 0]);
        else expect(sizes[named]).toBe(Math.max(...sizes));
      },
    ),
    claim(
      "the distances of two forecasts",
      fc.record({ totalVariation: fc.double({ min: 0, max: 1, noNaN: true }), jensenShannon: fc.constant(0.25) }),
      (pair) => describePair({ first: 0, second: 2, ...pair }),
      (said, { totalVariation }) => {
        expect(said).toContain(
          `A and C: total variation distance ${formatPercent(totalVariation).replace(" %", " pp")},`,
        );
        expect(said).toContain("0.250");
      },
    ),
    claim("how many forecasts can be compared", fc.nat(9), describeSelection, (said, chosen) => {
      expect(said.includes("at most")).toBe(chosen > 4);
      expect(said.startsWith("Select")).toBe(chosen < 2);
    }),
    claim(
      "what the last forecast gave to the outcome",
      fc.tuple(distribution, fc.constantFrom(...OPTIONS)),
      ([probabilities, option]) => describeForecastScore({ scored: true, option, brier: 0.5 }, probabilities),
      (said, [probabilities, option]) => {
        const own = probabilities[option] ?? 0;
        expect(said).toContain(`gave it ${formatPercent(own)}`);
        const higher = Object.values(probabilities).filter((one) => one > own).length;
        expect(said.includes("No option got more")).toBe(higher === 0);
        if (higher > 0) expect(said).toMatch(new RegExp(` ${higher} options? got more`));
      },
    ),
    claim(
      "why a question has no scores, or their mean",
      fc.record({
        scores: fc.option(
          fc.record({ forecasts: fc.integer({ min: 1, max: 9 }), brier: fc.constant(0.5), log: fc.constant(0.6) }),
        ),
        confirmed: fc.option(fc.record({ option: fc.option(fc.constant("a")) })),
      }),
      describeQuestionScores,
      (said, { scores, confirmed }) => {
        if (scores !== null) {
          expect(numbersIn(said)[0]).toBe(scores.forecasts);
          expect(said.includes("mean")).toBe(scores.forecasts > 1);
        } else expect(said.includes("void")).toBe(confirmed !== null && confirmed.option === null);
      },
    ),
    claim("the change in seven days", fc.option(fc.constantFrom(0.25, 0, -0.25)), describeChange, (said, change) => {
      expect(said === "–").toBe(change === null);
      if (change !== null && change !== 0) expect(said[0]).toBe(change > 0 ? "+" : "−");
    }),
    claim(
      "the measurements of a series",
      fc.array(fc.record({ observation: fc.nat(9), at: day, value: fc.integer() }), { maxLength: 4 }),
      (measurements) => {
        const sorted = measurements.toSorted((one, other) => one.at.localeCompare(other.at));
        return describeSeries({ name: "s", unit: null, measurements: sorted, ranges: [] });
      },
      (said, measurements) => {
        if (measurements.length === 0) expect(said).toBe("No measurements.");
        else if (measurements.length === 1) expect(said).toContain(`: ${measurements[0]?.value}.`);
        else expect(said.startsWith(`${measurements.length} measurements`)).toBe(true);
      },
    ),
    claim(
      "the median and 80 % of a quantity",
      distribution,
      (probabilities) => {
        const ends = { includesLow: true, includesHigh: false };
        const ranges = [null, 10, 20].map((low, index) => ({
          ...ends,
          option: OPTIONS[index] ?? "",
          low,
          high: [10, 20, null][index] ?? null,
        }));
        const quantity = readQuantity(ranges, probabilities);
        return quantity === undefined ? "" : describeQuantity(quantity);
      },
      (said) => expect(numbersIn(said.split("(")[1] ?? "")[0]).toBeGreaterThanOrEqual(80),
    ),
    claim(
      "the answer of a printed forecast",
      fc.record({
        option: fc.constantFrom(...OPTIONS),
        probabilities: distribution,
        labels: fc.constant(LABELS),
        asOf: day,
        resolvesAt: day,
      }),
      describeAnswer,
      (said, { option, probabilities }) => {
        expect(said).toContain(`“${LABELS[option]}” has a probability of ${formatPercent(probabilities[option] ?? 0)}`);
      },
    ),
    claim(
      "a source of a printed forecast",
      source,
      (one) => describeShare(one, "a"),
      (said, { last, weight }) => {
        expect(said).toContain(`: ${formatPercent(last.probabilities.a ?? 0)} on `);
        expect(said).toContain(`weight ${formatPercent(weight)}.`);
      },
    ),
    claim(
      "the observations that a table leaves out",
      fc.tuple(fc.nat(12), fc.nat(12)),
      ([shown, rest]) => describeShownWorths(shown, shown + rest),
      (said, [shown, rest]) => {
        expect(said === "").toBe(rest === 0);
        if (rest > 0) expect(numbersIn(said).slice(0, 2)).toEqual([shown, shown + rest]);
      },
    ),
    claim("why the reader has nothing to do", fc.nat(3), describeIdle, (said, waiting) => {
      expect(said.includes("other members")).toBe(waiting > 0);
    }),
    claim(
      "the state of a draft",
      fc.record({
        isChecked: fc.boolean(),
        toFix: fc.nat(2),
        isQuiet: fc.boolean(),
        validation: fc.record({
          error: fc.option(fc.constant({ message: "No answer." })),
          report: fc.option(
            fc.record({
              ok: fc.boolean(),
              needsReview: fc.boolean(),
              answer: fc.constant({ error: { message: "The model is not ready." } }),
              findings: fc.array(fc.record({ severity: fc.constantFrom("high", "low") }), { maxLength: 2 }),
            }),
            { nil: undefined },
          ),
        }),
      }),
      (state) => Object.values(describeDraft(state as never)).join(" "),
      (said, { isChecked, toFix, validation: { error, report } }) => {
        const isReady = isChecked && toFix === 0 && error === null;
        expect(said.includes("are approved")).toBe(isReady && report?.ok === true);
        const mustFix = report?.findings.filter(({ severity }) => severity === "high").length ?? 0;
        const isSendable = isReady && report?.ok === false && report.needsReview;
        expect(said.includes("Ready to submit")).toBe(isSendable && mustFix === 0);
        // The decision of a reviewer is unknown.
        expect(said).not.toMatch(/reviewers? will/);
      },
    ),
  ])("%s", (_, check) => check());
});

const FOLDERS = ["compose", "forecasts", "notices", "overview", "palette", "questions", "ui/series"];

it("components build no sentence from data: the sentences are in modules without components", () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(`components/${folder}`)
      .filter((name) => name.endsWith(".tsx"))
      .filter((name) => /`[^`]*\$\{[^`]*\.`/.test(readFileSync(`components/${folder}/${name}`, "utf8"))),
  );
  expect(found).toEqual([]);
});

const DRAWINGS = /charts\/(line-chart|dot-plot|histogram|reliability-diagram)|series-chart\.tsx/;

it("every drawing is in a chart section, which requires a sentence and a table, or next to a table", () => {
  const files = readdirSync("components", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  const drawing = files.filter((name) => {
    const text = readFileSync(`components/${name}`, "utf8");
    const draws = /<(LineChart|DotPlot|Histogram|ReliabilityDiagram|SeriesChart)\b/.test(text) && DRAWINGS.test(text);
    return draws && !/<(ChartSection|DataTable|ReportTable)\b/.test(text) && !name.startsWith("ui/charts/");
  });
  expect(drawing).toEqual([]);
});
