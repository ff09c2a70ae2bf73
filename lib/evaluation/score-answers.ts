import { timeOf } from "#lib/contract/date-time.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { brierScore, LOG_FLOOR, logScore } from "#lib/stats/scores.ts";
import type { ReferenceName } from "./reference-names.ts";
import type { ResolvedCase } from "./resolved-case.ts";
import type { Asked } from "./run-evaluation.ts";

/** Facts about a case that do not depend on the model's answer. */
export interface Baselines {
  /** The reference forecasts that can be computed from the input. */
  readonly references: Readonly<Partial<Record<ReferenceName, Distribution>>>;
  /** Days from `as_of` to the resolution. */
  readonly horizonDays: number;
  /** The options from lowest to highest, if the values of one series are partitioned into three or more intervals. */
  readonly order: readonly string[] | undefined;
}

export interface Scores {
  readonly brier: number;
  readonly log: number;
}

export interface ScoredForecast extends Pick<ResolvedCase, "file" | "line" | "set" | "question" | "outcome"> {
  readonly block: string;
  /** The information cutoff, in UTC: "2026-03". */
  readonly month: string;
  readonly horizonDays: number;
  readonly model: Scores;
  readonly references: Readonly<Record<string, Scores>>;
  readonly probabilities: Distribution;
  readonly order: readonly string[] | undefined;
}

/** A case that the model refused. Its scores are those of a uniform forecast. */
export interface RefusedForecast extends Pick<ScoredForecast, "set" | "question" | "block"> {
  readonly model: Scores;
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
): {
  readonly scored: readonly ScoredForecast[];
  readonly refused: readonly Refusal[];
  readonly imputed: readonly RefusedForecast[];
} {
  const scored: ScoredForecast[] = [];
  const refused: Refusal[] = [];
  const imputed: RefusedForecast[] = [];
  for (const [index, one] of cases.entries()) {
    const { file, line, set, question, outcome, request } = one;
    const answer = answers[index];
    if (answer === undefined) throw new RangeError(`case ${index} has no answer`);
    const month = new Date(timeOf(request.input.as_of)).toISOString().slice(0, "2026-03".length);
    const place = { ...(file === undefined ? {} : { file }), line, set, question, block: one.block ?? month };
    if (!answer.ok) {
      refused.push({ ...(file === undefined ? {} : { file }), line, set, code: answer.code, reason: answer.reason });
      const options = Object.keys(request.task.criteria);
      const uniform = Object.fromEntries(options.map((option) => [option, 1 / options.length]));
      imputed.push({ set, question, block: place.block, model: scoresOf(uniform, outcome) });
      continue;
    }
    const { references, horizonDays, order } = baselinesOf(one);
    const compared = Object.entries({ ...references, ...one.references });
    scored.push({
      ...place,
      month,
      horizonDays,
      model: scoresOf(answer.probabilities, outcome),
      references: Object.fromEntries(compared.map(([name, other]) => [name, scoresOf(other, outcome)])),
      probabilities: answer.probabilities,
      outcome,
      order,
    });
  }
  return { scored, refused, imputed };
}

function scoresOf(probabilities: Distribution, outcome: string): Scores {
  return { brier: brierScore(probabilities, outcome), log: logScore(probabilities, outcome, LOG_FLOOR) };
}
