import { describe, expect, it } from "vitest";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import { scoreAnswers } from "#lib/evaluation/score-answers.ts";
import { summariseScores } from "#lib/evaluation/summarise-scores.ts";
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
  return scoreAnswers(cases, answers, baselinesOf);
}

async function scoresOf(...lines: object[]) {
  const { cases } = await withFile(jsonl(lines), readCases);
  return scoresOfCases(cases);
}

describe("scoring resolved questions", () => {
  it("scores the model, the uniform reference and the last-forecast reference", async () => {
    const { scored, refused } = await scoresOf(lineOf("rain", [0.6], "yes"));
    expect(refused).toEqual([]);
    expect(scored).toEqual([
      {
        line: 1,
        set: "invented",
        question: "rain",
        block: expect.stringMatching(/^\d{4}-\d{2}$/),
        month: expect.stringMatching(/^\d{4}-\d{2}$/),
        horizonDays: 83,
        probabilities: { yes: expect.closeTo(0.6, 10), no: expect.closeTo(0.4, 10) },
        outcome: "yes",
        model: { brier: expect.closeTo(0.32, 10), log: expect.closeTo(-Math.log(0.6), 10) },
        references: {
          uniform: { brier: 0.5, log: expect.closeTo(Math.LN2, 10) },
          last: { brier: expect.closeTo(0.32, 10), log: expect.closeTo(-Math.log(0.6), 10) },
        },
        order: undefined,
      },
    ]);
  });

  it("takes the newest forecast as the last-forecast reference, with a floor that makes its log score finite", async () => {
    const { scored } = await scoresOf(lineOf("rain", [0.9, 0.7, 0], "yes"));
    expect(scored[0]?.references.last?.log).toBeCloseTo(-Math.log(PARAMETERS.floor), 10);
    expect(LOG_FLOOR).toBe(PARAMETERS.floor);
  });

  it("lists unsupported cases as refused, and excludes them from the scores", async () => {
    const { scored, refused } = await scoresOf(lineOf("rain", [0.6], "yes"), lineOf("snow", [], "no"));
    expect(scored).toHaveLength(1);
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
    const { scored } = await scoresOf(lineOf("rain", [0.9, 0.5], "yes"), lineOf("snow", [0.2, 0.5], "no"));
    const summary = summariseScores("invented", scored);
    expect(summary).toMatchObject({
      cases: 2,
      questions: 2,
      references: { last: { log: expect.closeTo(Math.LN2, 10) } },
    });
    const { last } = summary.references;
    expect(last?.logDifference.value).toBeCloseTo((summary.log?.value ?? 0) - Math.LN2, 10);
    expect(last?.logDifference.value).toBeLessThan(0);
    expect(last?.brierDifference.value).toBeLessThan(0);
  });

  it("compares a series with a normal random walk, and reports the probability of its outer intervals", async () => {
    const { scored } = await scoresOf(seriesLineOf("tide", [0, 1, 0, 1, 0, 1], "high"));
    // Five weekly steps of 1, two weeks ahead: the outer intervals begin 1/√2 standard deviations away.
    const beyond = 0.23975006109347669;
    expect(scored[0]?.references.walk?.log).toBeCloseTo(-Math.log(beyond), 6);
    const found = summariseScores("invented", scored);
    expect(scored[0]?.order).toEqual(["low", "middle", "high"]);
    expect(found.ordered).toMatchObject({ cases: 1, lowest: { observed: 0 }, highest: { observed: 1 } });
    expect(found.ordered?.highest.forecast).toBeGreaterThan(0);
    expect(found.references.last).toBeUndefined();
  });

  it("compares several sources with the mean of their latest forecasts", async () => {
    const line = lineOf("rain", [0.9, 0.5], "yes");
    const { cases } = await withFile(jsonl([line]), readCases);
    const context = cases[0]?.request.input.context ?? [];
    for (const [index, one] of context.entries()) if (one.type === "structured") one.data.source = `source ${index}`;
    const { scored } = await scoresOfCases(cases);
    expect(scored[0]?.references.sources?.log).toBeCloseTo(-Math.log(0.75), 10);
  });

  it("returns no figures if there are no cases", () => {
    expect(summariseScores("none", [])).toMatchObject({ cases: 0, brier: undefined, references: {} });
  });
});
