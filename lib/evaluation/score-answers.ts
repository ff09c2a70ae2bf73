import type { Distribution } from "#lib/stats/distribution.ts";
import { brierScore, LOG_FLOOR, logScore } from "#lib/stats/scores.ts";
import type { ResolvedCase } from "./resolved-case.ts";
import type { Asked } from "./run-evaluation.ts";

export const REFERENCES = ["uniform", "last", "sources", "walk"] as const;
export type ReferenceName = (typeof REFERENCES)[number];

export const REFERENCE_NAMES: Readonly<Record<ReferenceName, string>> = {
  uniform: "uniform",
  last: "last forecast",
  sources: "mean of sources",
  walk: "random walk",
};

/** Facts about a case that do not depend on the model's answer. */
export interface Baselines {
  /** The reference forecasts that can be computed from the input. */
  readonly references: Readonly<Partial<Record<ReferenceName, Distribution>>>;
  /** Days from `as_of` to the resolution. */
  readonly horizonDays: number;
  /** The options with open-ended intervals, if a series is partitioned into three or more intervals. */
  readonly outer: readonly string[] | undefined;
}

export interface Scores {
  readonly brier: number;
  readonly log: number;
}

export interface ScoredForecast {
  readonly set: string;
  readonly question: string;
  readonly horizonDays: number;
  readonly model: Scores;
  readonly references: Partial<Record<ReferenceName, Scores>>;
  readonly probabilities: Distribution;
  readonly outcome: string;
  /** For a series: the total probability of the outer intervals, and whether the outcome was in one of them. */
  readonly outer: { readonly forecast: number; readonly came: boolean } | undefined;
}

export interface Refusal extends Pick<ResolvedCase, "file"> {
  readonly line: number;
  readonly set: string;
  readonly code: string;
  readonly reason: string;
}

/** Scores every answer and the references on the same case. Refusals are listed separately. */
export function scoreAnswers(
  cases: readonly ResolvedCase[],
  answers: readonly Asked[],
  baselinesOf: (one: ResolvedCase) => Baselines,
): { readonly scored: readonly ScoredForecast[]; readonly refused: readonly Refusal[] } {
  const scored: ScoredForecast[] = [];
  const refused: Refusal[] = [];
  for (const [index, one] of cases.entries()) {
    const { file, line, set, question, outcome } = one;
    const answer = answers[index];
    if (answer === undefined) throw new RangeError(`case ${index} has no answer`);
    if (!answer.ok) {
      refused.push({ ...(file === undefined ? {} : { file }), line, set, code: answer.code, reason: answer.reason });
      continue;
    }
    const { references, horizonDays, outer } = baselinesOf(one);
    const { probabilities } = answer;
    scored.push({
      set,
      question,
      horizonDays,
      model: scoresOf(probabilities, outcome),
      references: Object.fromEntries(
        Object.entries(references).map(([name, distribution]) => [name, scoresOf(distribution, outcome)]),
      ),
      probabilities,
      outcome,
      outer: outer && {
        forecast: outer.reduce((sum, option) => sum + (probabilities[option] ?? 0), 0),
        came: outer.includes(outcome),
      },
    });
  }
  return { scored, refused };
}

function scoresOf(probabilities: Distribution, outcome: string): Scores {
  return { brier: brierScore(probabilities, outcome), log: logScore(probabilities, outcome, LOG_FLOOR) };
}
