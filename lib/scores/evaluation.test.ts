import { describe, expect, it } from "vitest";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import { rankedProbabilityScore } from "#lib/stats/scores.ts";
import { type Baselines, compareEvaluations, type EvaluationReport, evaluate, printReport } from "./evaluation.ts";
import { FIRST } from "./reference-names.ts";

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
const groupsOf = (of: Pick<EvaluationReport, "sections">, dimension: string) =>
  of.sections.filter((section) => section.dimension === dimension);
const all = (of: EvaluationReport) => groupsOf(of, "all")[0];

const report = evaluate(subject, cases, answers, ({ question }) => baselines(question === "vote" ? 400 : 7));

describe("a report", () => {
  it("counts every case as answered or refused, by set and code, and every version", () => {
    expect(report).toMatchObject({
      cases: 5,
      answered: 3,
      versions: [
        { version: "v1", answers: 2 },
        { version: "v2", answers: 1 },
      ],
      refused: [
        { line: 1, set: "weather", code: "MODEL_TIMEOUT", reason: "because" },
        { line: 1, set: "<script>", code: "TASK_NOT_SUPPORTED", reason: "because" },
      ],
    });
  });

  it("scores the answers by set and by horizon, with the references on the same cases", () => {
    const log = (-Math.log(0.8) - Math.log(0.7)) / 2;
    expect(groupsOf(report, "set").map(({ value, forecasts }) => [value, forecasts])).toEqual([
      ["weather", 2],
      ["<script>", 1],
    ]);
    expect(groupsOf(report, "set")[0]?.log?.value).toBeCloseTo(log, 12);
    expect(groupsOf(report, "set")[0]?.references.uniform?.logDifference.value).toBeCloseTo(log - Math.LN2, 12);
    expect(groupsOf(report, "horizon").map(({ value, forecasts }) => [value, forecasts])).toEqual([
      ["7 to 30 days", 2],
      ["365 days and more", 1],
    ]);
    expect(groupsOf(report, "set")[0]?.references.walk).toBeUndefined();
  });

  it("weighs questions: a question with 1,000 cases counts as much as a question with one", () => {
    const [rain, snow] = [caseOf("rain", "weather", "yes"), caseOf("snow", "weather", "no")];
    const many = Array.from({ length: 1_000 }, () => rain);
    const [once, often] = [[rain], many].map((repeated) =>
      evaluate(subject, [...repeated, snow], [...repeated.map(() => answer(0.8)), answer(0.3)], () => baselines(7)),
    );
    const [one, other] = [once, often].map((some) => (some === undefined ? undefined : all(some)));
    expect(other?.log.value).toBeCloseTo(one?.log.value ?? 0, 10);
    expect(other?.log.interval?.low).toBeCloseTo(one?.log.interval?.low ?? 0, 10);
    expect(other?.references.last?.logDifference.value).toBeCloseTo(one?.references.last?.logDifference.value ?? 0, 10);
    expect(other?.overForecasts.log).toBeCloseTo((1_000 * -Math.log(0.8) - Math.log(0.7)) / 1_001, 10);
    expect(other?.reliability.map(({ bin, effective }) => [bin, effective])).toEqual(
      one?.reliability.map(({ bin, effective }) => [bin, effective]),
    );
  });

  it("has a finite score for an outcome with a forecast of 0", () => {
    const found = all(evaluate(subject, cases.slice(0, 1), [answer(0)], () => baselines(1)));
    expect(found?.log.value).toBeCloseTo(-Math.log(0.0005), 12);
  });

  it("puts each option of each case into the reliability bins", () => {
    expect(all(report)?.reliability.reduce((sum, { forecasts }) => sum + forecasts, 0)).toBe(6);
    expect(all(report)?.reliability.find(({ bin }) => bin === 9)).toMatchObject({ forecasts: 1, frequency: 1 });
  });

  it("scores refused cases as uniform forecasts next to the scores without them", () => {
    const [sunny = 0, cloudy = 0] = [-Math.log(0.8), -Math.log(0.7)];
    expect(report.imputed.map(({ dimension, value }) => [dimension, value])).toEqual([
      ["all", "all"],
      ["set", "weather"],
      ["set", "<script>"],
    ]);
    expect(report.imputed[1]?.log.value).toBeCloseTo((sunny + cloudy + Math.LN2) / 3, 12);
    const answered = evaluate(subject, cases.slice(0, 2), answers.slice(0, 2), () => baselines(7));
    expect(answered.imputed).toEqual([]);
  });

  it("weighs every set the same in the mean over sets", () => {
    const [weather, script] = groupsOf(report, "set");
    expect(report.overSets?.log).toBeCloseTo(((weather?.log.value ?? 0) + (script?.log.value ?? 0)) / 2, 12);
  });

  it("lists the cases with the highest log scores first, with the scores of the references", () => {
    expect(report.worst.map(({ question, probability }) => [question, probability])).toEqual([
      ["snow", 0.7],
      ["rain", 0.8],
      ["vote", 1],
    ]);
    expect(report.worst[0]?.references).toEqual({
      uniform: expect.closeTo(Math.LN2, 12),
      last: expect.closeTo(-Math.log(0.4), 12),
    });
  });

  it("contains the references that are significantly better", () => {
    const many = Array.from({ length: 100 }, (_, index) => caseOf(`question ${index}`, "weather", "yes"));
    const found = evaluate(
      subject,
      many,
      many.map(() => answer(0.55)),
      () => baselines(7),
    );
    expect(found.betterReferences).toMatchObject([{ set: "weather", reference: "last", questions: 100 }]);
    expect(report.betterReferences).toEqual([]);
  });

  it("compares the model with the references of the file", () => {
    const own = { ...caseOf("rain", "weather", "yes"), references: { naive: { yes: 0.9, no: 0.1 } } };
    const naive = all(evaluate(subject, [own], [answer(0.8)], () => baselines(7)))?.references.naive;
    expect(naive?.logDifference.value).toBeCloseTo(Math.log(0.9) - Math.log(0.8), 12);
    expect(naive?.forecasts).toBe(1);
  });

  it("scores ordered options by their distance from the outcome", () => {
    const numeric = (outcome: string) => {
      const one = caseOf(outcome, "tide", outcome);
      const criteria = { low: null, middle: null, high: null };
      return { ...one, request: { ...one.request, task: { ...one.request.task, criteria } } };
    };
    const probabilities = { high: 0.2, low: 0.5, middle: 0.3 };
    const found = all(
      evaluate(
        subject,
        ["low", "high"].map(numeric),
        [0, 1].map(() => ({ ok: true as const, modelVersion: "v1", probabilities })),
        () => ({ references: {}, horizonDays: 7, order: ["low", "middle", "high"] }),
      ),
    );
    expect(found?.ordered).toMatchObject({
      forecasts: 2,
      lowest: { forecast: expect.closeTo(0.5, 12), observed: 0.5 },
      highest: { forecast: expect.closeTo(0.2, 12), observed: 0.5, difference: { value: expect.closeTo(0.3, 12) } },
    });
    expect(found?.ranked?.value).toBeCloseTo((0.25 + 0.04 + 0.25 + 0.64) / 4, 12);
    expect(found?.ordered?.pit.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it("scores the declared order of the options by the distance from the outcome, for each outcome", () => {
    const probabilities = { a: 0.5, b: 0.3, c: 0.2 };
    const permutations = [
      ["a", "b", "c"],
      ["a", "c", "b"],
      ["b", "a", "c"],
    ] as const;
    for (const order of permutations) {
      for (const outcome of order) {
        const one = caseOf("q", "tide", outcome);
        const criteria = { a: null, b: null, c: null };
        const ordered = { ...one, order, request: { ...one.request, task: { ...one.request.task, criteria } } };
        const section = all(
          evaluate(subject, [ordered], [{ ok: true, modelVersion: "v1", probabilities }], () => ({
            ...baselines(7),
            references: {},
          })),
        );
        const { ranked, ordered: intervals } = section ?? {};
        expect(ranked?.value).toBeCloseTo(rankedProbabilityScore(probabilities, order, outcome), 12);
        // The tails and the histogram are those of the intervals of a series.
        expect(intervals).toBeNull();
      }
    }
    expect(all(report)?.ranked).toBeNull();
  });

  it("uses the block of the case, or the month of its information cutoff", () => {
    const blocks = ["a", "b", undefined].map((block, index) => ({ ...caseOf(`q${index}`, "weather", "yes"), block }));
    const answered = blocks.map(() => answer(0.8));
    expect(all(evaluate(subject, blocks, answered, () => baselines(7)))?.blocks).toBe(3);
    expect(all(report)?.blocks).toBe(1);
  });

  it("is deterministic", () => {
    const again = evaluate(subject, cases, answers, ({ question }) => baselines(question === "vote" ? 400 : 7));
    expect(printReport(again)).toBe(printReport(report));
  });

  it("has no sections if no case was answered", () => {
    const nothing = evaluate(subject, cases.slice(0, 1), [refused("MODEL_TIMEOUT")], () => baselines(1));
    expect(nothing).toMatchObject({ answered: 0, sections: [], overSets: null, worst: [] });
  });
});

describe("a comparison of two evaluations", () => {
  const distinct = cases.map((one) => {
    const task = { ...one.request.task, instructions: `${one.question}?` };
    return { ...one, request: { ...one.request, task } };
  });
  const others = [answer(0.9), answer(0.3), answer(0.5), refused("MODEL_TIMEOUT"), refused("MODEL_TIMEOUT")];
  const found = compareEvaluations(
    { cases: distinct, answers },
    { cases: distinct.toReversed(), answers: others.toReversed() },
  );

  it("pairs the cases that both answered, second minus first", () => {
    expect(found).toMatchObject({ onlyFirst: 1, onlySecond: 1, section: { forecasts: 2, questions: 2 } });
    const difference = (Math.log(0.8) - Math.log(0.9)) / 2;
    expect(found.section?.references[FIRST]?.logDifference.value).toBeCloseTo(difference, 12);
  });

  it("lists the questions with the largest difference first", () => {
    expect(found.largest.map(({ question, cases }) => [question, cases])).toEqual([
      ["rain", 1],
      ["snow", 1],
    ]);
    expect(found.largest[0]?.first).toBeCloseTo(-Math.log(0.8), 12);
    expect(found.largest[0]?.second).toBeCloseTo(-Math.log(0.9), 12);
  });

  it("has no section without a common case", () => {
    expect(compareEvaluations({ cases: [], answers: [] }, { cases, answers })).toMatchObject({
      section: null,
      largest: [],
    });
  });
});
