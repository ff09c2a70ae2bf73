import { describe, expect, it } from "vitest";
import { PARAMETERS } from "#server/model/pool/parameters.ts";
import { jsonl, lineOf, withFile } from "./fixtures.ts";
import { readCases } from "./read-cases.ts";
import { scoreCases } from "./score-cases.ts";
import { summariseScores } from "./summarise-scores.ts";

async function scoresOf(...lines: object[]) {
  const { cases } = await withFile(jsonl(lines), readCases);
  return scoreCases(cases, { ...PARAMETERS, binary_exponent: 1 }, () => {});
}

describe("scoring resolved questions", () => {
  it("scores the pool, the uniform answer and the last reading", async () => {
    const { scored, unsupported } = await scoresOf(lineOf("rain", [0.6], "yes"));
    expect(unsupported).toEqual([]);
    expect(scored).toEqual([
      {
        set: "invented",
        question: "rain",
        pool: { brier: expect.closeTo(0.32, 10), log: expect.closeTo(-Math.log(0.6), 10) },
        uniform: { brier: 0.5, log: expect.closeTo(Math.LN2, 10) },
        last: { brier: expect.closeTo(0.32, 10), log: expect.closeTo(-Math.log(0.6), 10) },
      },
    ]);
  });

  it("takes the newest reading as the last, floored so that its log score is finite", async () => {
    const { scored } = await scoresOf(lineOf("rain", [0.9, 0.7, 0], "yes"));
    expect(scored[0]?.last?.log).toBeCloseTo(-Math.log(PARAMETERS.floor), 10);
  });

  it("lists what the release does not support, and leaves it out of the figures", async () => {
    const { scored, unsupported } = await scoresOf(lineOf("rain", [0.6], "yes"), lineOf("snow", [], "no"));
    expect(scored).toHaveLength(1);
    expect(unsupported).toEqual([{ line: 2, reason: expect.stringContaining("The context is empty.") }]);
  });

  it("sums up a set: the difference is pool minus last, paired by case", async () => {
    const { scored } = await scoresOf(lineOf("rain", [0.9, 0.5], "yes"), lineOf("snow", [0.2, 0.5], "no"));
    const summary = summariseScores("invented", scored);
    expect(summary).toMatchObject({ cases: 2, questions: 2, lastLog: { value: expect.closeTo(Math.LN2, 10) } });
    expect(summary.logDifference?.value).toBeCloseTo((summary.log?.value ?? 0) - Math.LN2, 10);
    expect(summary.logDifference?.value).toBeLessThan(0);
    expect(summary.logSkillOnLast?.value).toBeGreaterThan(0);
  });

  it("has no figures for no cases", () => {
    expect(summariseScores("none", [])).toMatchObject({ cases: 0, brier: undefined, logDifference: undefined });
  });
});
