import { describe, expect, it } from "vitest";
import { buildReport } from "./build-report.ts";
import { printReport } from "./print-report.ts";
import type { ResolvedCase } from "./resolved-case.ts";
import type { Asked } from "./run-evaluation.ts";
import type { Baselines } from "./score-answers.ts";

const subject = {
  adapter: "http",
  server: "127.0.0.1:1",
  dataDigest: "d".repeat(64),
  files: ["a.jsonl", "<b>&.jsonl"],
};

function caseOf(question: string, set: string, outcome: string): ResolvedCase {
  const task = {
    type: "choice" as const,
    instructions: "?",
    criteria: { yes: null, no: null },
    resolution: { criteria: "It is so.", resolves_at: "2026-06-01T00:00:00Z" },
  };
  const input = { as_of: "2026-03-10T00:00:00Z", context: [] };
  return { line: 1, set, question, request: { model: "m", task, input }, outcome };
}

const answer = (yes: number, modelVersion = "v1"): Asked => ({
  ok: true,
  modelVersion,
  probabilities: { yes, no: 1 - yes },
});
const refused = (code: string): Asked => ({ ok: false, code, reason: "because" });
const baselines = (horizonDays: number): Baselines => ({
  references: { uniform: { yes: 0.5, no: 0.5 }, last: { yes: 0.6, no: 0.4 } },
  horizonDays,
  order: undefined,
});

const cases = [
  caseOf("rain", "weather", "yes"),
  caseOf("snow", "weather", "no"),
  caseOf("hail", "weather", "no"),
  caseOf("vote", "<script>", "yes"),
  caseOf("count", "<script>", "yes"),
];
const answers = [answer(0.8), answer(0.3), refused("MODEL_TIMEOUT"), answer(1, "v2"), refused("TASK_NOT_SUPPORTED")];
const report = buildReport(subject, cases, answers, ({ question }) => baselines(question === "vote" ? 400 : 7));

describe("a report", () => {
  it("counts every case as answered or refused, by set and code, and every version", () => {
    expect(report).toMatchObject({
      cases: 5,
      answered: 3,
      versions: [
        { version: "v1", answers: 2 },
        { version: "v2", answers: 1 },
      ],
      refusedBySet: [
        { set: "weather", cases: 1, codes: { MODEL_TIMEOUT: 1 } },
        { set: "<script>", cases: 1, codes: { TASK_NOT_SUPPORTED: 1 } },
      ],
    });
    expect(report.refused).toHaveLength(2);
  });

  it("scores the answers by set and by horizon, with the references on the same cases", () => {
    const log = (-Math.log(0.8) - Math.log(0.7)) / 2;
    expect(report.sets.map(({ name, cases: count }) => [name, count])).toEqual([
      ["weather", 2],
      ["<script>", 1],
    ]);
    expect(report.sets[0]?.log?.value).toBeCloseTo(log, 12);
    expect(report.sets[0]?.references.uniform?.logDifference.value).toBeCloseTo(log - Math.LN2, 12);
    expect(report.horizons.map(({ name, cases: count }) => [name, count])).toEqual([
      ["up to 7 days", 2],
      ["above 366 days", 1],
    ]);
    expect(report.sets[0]?.references.walk).toBeUndefined();
  });

  it("weighs questions: a question with 1,000 cases counts as much as a question with one", () => {
    const [rain, snow] = [caseOf("rain", "weather", "yes"), caseOf("snow", "weather", "no")];
    const many = Array.from({ length: 1_000 }, () => rain);
    const [once, often] = [[rain], many].map((repeated) =>
      buildReport(subject, [...repeated, snow], [...repeated.map(() => answer(0.8)), answer(0.3)], () => baselines(7)),
    );
    expect(often?.all.log?.value).toBeCloseTo(once?.all.log?.value ?? 0, 10);
    expect(often?.all.log?.interval?.low).toBeCloseTo(once?.all.log?.interval?.low ?? 0, 10);
    expect(often?.all.references.last?.logDifference.value).toBeCloseTo(
      once?.all.references.last?.logDifference.value ?? 0,
      10,
    );
    expect(often?.all.overCases?.log).toBeCloseTo((1_000 * -Math.log(0.8) - Math.log(0.7)) / 1_001, 10);
    expect(often?.reliability.map(({ bin, effective }) => [bin, effective])).toEqual(
      once?.reliability.map(({ bin, effective }) => [bin, effective]),
    );
  });

  it("has a finite score for an outcome with a forecast of 0", () => {
    const { all } = buildReport(subject, cases.slice(0, 1), [answer(0)], () => baselines(1));
    expect(all.log?.value).toBeCloseTo(-Math.log(0.0005), 12);
  });

  it("puts each option of each case into the reliability bins", () => {
    expect(report.reliability.reduce((sum, { forecasts }) => sum + forecasts, 0)).toBe(6);
    expect(report.reliability.find(({ bin }) => bin === 9)).toMatchObject({ forecasts: 1, frequency: 1 });
  });

  it("scores refused cases as uniform forecasts next to the scores without them", () => {
    const [sunny = 0, cloudy = 0] = [-Math.log(0.8), -Math.log(0.7)];
    expect(report.sets[0]?.imputed?.log).toBeCloseTo((sunny + cloudy + Math.LN2) / 3, 12);
    expect(report.all.imputed).toBeDefined();
    const answered = buildReport(subject, cases.slice(0, 2), answers.slice(0, 2), () => baselines(7));
    expect(answered.all.imputed).toBeUndefined();
  });

  it("weighs every set the same in the mean over sets", () => {
    const [weather, script] = report.sets;
    expect(report.overSets?.log).toBeCloseTo(((weather?.log?.value ?? 0) + (script?.log?.value ?? 0)) / 2, 12);
  });

  it("lists the cases with the highest log scores first, with the scores of the references", () => {
    expect(report.worst?.map(({ question, probability }) => [question, probability])).toEqual([
      ["snow", 0.7],
      ["rain", 0.8],
      ["vote", 1],
    ]);
    expect(report.worst?.[0]?.references).toEqual({
      uniform: expect.closeTo(Math.LN2, 12),
      last: expect.closeTo(-Math.log(0.4), 12),
    });
  });

  it("compares the model with the references of the file", () => {
    const own = { ...caseOf("rain", "weather", "yes"), references: { naive: { yes: 0.9, no: 0.1 } } };
    const { all } = buildReport(subject, [own], [answer(0.8)], () => baselines(7));
    expect(all.references.naive?.logDifference.value).toBeCloseTo(Math.log(0.9) - Math.log(0.8), 12);
    expect(all.references.naive?.cases).toBe(1);
  });

  it("scores ordered options by their distance from the outcome", () => {
    const numeric = (outcome: string) => ({ ...caseOf(outcome, "tide", "yes"), outcome });
    const probabilities = { high: 0.2, low: 0.5, middle: 0.3 };
    const { all } = buildReport(
      subject,
      ["low", "high"].map(numeric),
      [0, 1].map(() => ({ ok: true as const, modelVersion: "v1", probabilities })),
      () => ({ references: {}, horizonDays: 7, order: ["low", "middle", "high"] }),
    );
    expect(all.ordered).toMatchObject({
      cases: 2,
      lowest: { forecast: expect.closeTo(0.5, 12), observed: 0.5 },
      highest: { forecast: expect.closeTo(0.2, 12), observed: 0.5, difference: { value: expect.closeTo(0.3, 12) } },
    });
    expect(all.ordered?.rps.value).toBeCloseTo((0.25 + 0.04 + 0.25 + 0.64) / 4, 12);
    expect(all.ordered?.pit.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it("uses the block of the case, or the month of its information cutoff", () => {
    const blocks = ["a", "b", undefined].map((block, index) => ({ ...caseOf(`q${index}`, "weather", "yes"), block }));
    const { all } = buildReport(
      subject,
      blocks,
      blocks.map(() => answer(0.8)),
      () => baselines(7),
    );
    expect(all.blocks).toBe(3);
    expect(report.all.blocks).toBe(1);
    expect(printReport(report)).toContain("The cases belong to only 3 questions and 1 block.");
  });

  it("is deterministic", () => {
    const again = buildReport(subject, cases, answers, ({ question }) => baselines(question === "vote" ? 400 : 7));
    expect(again).toEqual(report);
    expect(printReport(again)).toBe(printReport(report));
  });

  it("is a self-contained page and escapes all names", () => {
    const page = printReport(report);
    expect(page).not.toMatch(/<(script|link|img|iframe)|url\(|https?:\/\//);
    expect(page).toContain("&#60;script&#62;");
    expect(page).toContain("&#60;b&#62;&#38;.jsonl");
    expect(page.match(/<svg role="img" aria-label="[^"]+"/g)).toHaveLength(8);
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
    // The numbers of every plot are also in a table.
    expect(page.match(/<table>/g)?.length).toBeGreaterThanOrEqual(5);
  });

  it("is a valid page if no case was answered", () => {
    const nothing = buildReport(subject, cases.slice(0, 1), [refused("MODEL_TIMEOUT")], () => baselines(1));
    expect(nothing).toMatchObject({ answered: 0, horizons: [], reliability: [] });
    expect(printReport(nothing)).not.toMatch(/NaN|Infinity|undefined/);
  });
});
