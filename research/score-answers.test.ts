import { describe, expect, it } from "vitest";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import { evaluate } from "#lib/scores/evaluation.ts";
import { LOG_FLOOR } from "#lib/stats/scores.ts";
import { PARAMETERS } from "#server/models/pool/parameters.ts";
import { createPool } from "#server/models/pool/pool.ts";
import { baselinesOf } from "#server/models/pool/references.ts";
import { jsonl, lineOf, seriesLineOf, withFile } from "#test/resolved-cases.ts";
import { createAsk } from "./ask-model.ts";
import { readCases } from "./read-cases.ts";

const parameters = { ...PARAMETERS, binary_exponent: 1 };
const ask = createAsk(createPool({ release: "service-r13-c", now: () => 0, parameters }), 60_000);

async function scoresOfCases(cases: readonly ResolvedCase[]) {
  const answers: Asked[] = [];
  for (const one of cases) {
    const asked = await ask(one, new AbortController().signal);
    if (asked.ok !== "busy") answers.push(asked);
  }
  const subject = { adapter: "pool", server: null, dataDigest: "", files: [] };
  const report = evaluate(subject, cases, answers, baselinesOf);
  return { ...report, all: report.sections.find(({ dimension }) => dimension === "all") };
}

async function scoresOf(...lines: object[]) {
  const { cases } = await withFile(jsonl(lines), readCases);
  return scoresOfCases(cases);
}

describe("scoring resolved questions", () => {
  it("scores the model, the uniform reference and the last-forecast reference", async () => {
    const { all, refused, worst, sections } = await scoresOf(lineOf("rain", [0.6], "yes"));
    expect(refused).toEqual([]);
    const own = -Math.log(0.6);
    expect(all).toMatchObject({
      forecasts: 1,
      brier: { value: expect.closeTo(0.32, 10) },
      log: { value: expect.closeTo(own, 10) },
      references: {
        uniform: { brier: expect.closeTo(0.5, 10), log: expect.closeTo(Math.LN2, 10) },
        last: { brier: expect.closeTo(0.32, 10), log: expect.closeTo(own, 10) },
      },
      ordered: null,
      periods: [{ value: expect.stringMatching(/^\d{4}-\d{2}$/) }],
    });
    expect(worst).toEqual([
      {
        ...{ line: 1, set: "invented", question: "rain", outcome: "yes" },
        log: expect.closeTo(own, 10),
        probability: expect.closeTo(0.6, 10),
        references: { uniform: expect.closeTo(Math.LN2, 10), last: expect.closeTo(own, 10) },
      },
    ]);
    expect(sections.find(({ dimension }) => dimension === "horizon")?.value).toBe("30 to 90 days");
  });

  it("takes the newest forecast as the last-forecast reference, with a floor that makes its log score finite", async () => {
    const { all } = await scoresOf(lineOf("rain", [0.9, 0.7, 0], "yes"));
    expect(all?.references.last?.log).toBeCloseTo(-Math.log(PARAMETERS.floor), 10);
    expect(LOG_FLOOR).toBe(PARAMETERS.floor);
  });

  it("lists unsupported cases as refused, and excludes them from the scores", async () => {
    const { all, refused } = await scoresOf(lineOf("rain", [0.6], "yes"), lineOf("snow", [], "no"));
    expect(all?.forecasts).toBe(1);
    expect(refused).toEqual([
      {
        line: 2,
        set: "invented",
        code: "TASK_NOT_SUPPORTED",
        reason: expect.stringContaining("The context is empty."),
      },
    ]);
  });

  it("summarizes a set: score differences are model minus reference, paired by case", async () => {
    const { all } = await scoresOf(lineOf("rain", [0.9, 0.5], "yes"), lineOf("snow", [0.2, 0.5], "no"));
    expect(all).toMatchObject({ forecasts: 2, questions: 2 });
    const last = all?.references.last;
    expect(last?.log).toBeCloseTo(Math.LN2, 10);
    expect(last?.logDifference.value).toBeCloseTo((all?.log.value ?? 0) - Math.LN2, 10);
    expect(last?.logDifference.value).toBeLessThan(0);
    expect(last?.brierDifference.value).toBeLessThan(0);
  });

  it("compares a series with a normal random walk, and reports the probability of its outer intervals", async () => {
    const { all } = await scoresOf(seriesLineOf("tide", [0, 1, 0, 1, 0, 1], "high"));
    // Five weekly steps of 1, two weeks ahead: the outer intervals begin 1/√2 standard deviations away.
    const beyond = 0.23975006109347669;
    expect(all?.references.walk?.log).toBeCloseTo(-Math.log(beyond), 6);
    expect(all?.ordered).toMatchObject({ forecasts: 1, lowest: { observed: 0 }, highest: { observed: 1 } });
    expect(all?.ordered?.highest.forecast).toBeGreaterThan(0);
    expect(all?.references.last).toBeUndefined();
  });

  it("compares several sources with the mean of their latest forecasts", async () => {
    const line = lineOf("rain", [0.9, 0.5], "yes");
    const { cases } = await withFile(jsonl([line]), readCases);
    const context = cases[0]?.request.input.context ?? [];
    for (const [index, one] of context.entries()) if (one.type === "structured") one.data.source = `source ${index}`;
    const { all } = await scoresOfCases(cases);
    expect(all?.references.sources?.log).toBeCloseTo(-Math.log(0.75), 10);
  });
});
