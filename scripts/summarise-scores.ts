import { bootstrapInterval, type Interval, type ScoredCase } from "#lib/scoring/bootstrap.ts";
import { mean } from "#lib/scoring/mean.ts";
import { skill } from "#lib/scoring/skill.ts";
import type { ScoredForecast } from "./score-cases.ts";

/** A figure over one set of cases with its 95 % interval over questions. */
export interface Figure {
  readonly value: number;
  readonly interval: Interval | undefined;
}

/** Undefined figures have nothing to stand on: no case with a last reading, or a reference that loses nothing. */
export interface Summary {
  readonly set: string;
  readonly cases: number;
  readonly questions: number;
  readonly brier: Figure | undefined;
  readonly log: Figure | undefined;
  readonly lastBrier: Figure | undefined;
  readonly lastLog: Figure | undefined;
  readonly brierSkillOnUniform: Figure | undefined;
  readonly logSkillOnUniform: Figure | undefined;
  readonly brierSkillOnLast: Figure | undefined;
  readonly logSkillOnLast: Figure | undefined;
  /** Pool minus last reading, paired by case; below 0 the pool is better. */
  readonly logDifference: Figure | undefined;
}

export function summariseScores(set: string, scored: readonly ScoredForecast[]): Summary {
  const all = rows(scored, ({ pool, uniform }) => [pool.brier, pool.log, uniform.brier, uniform.log]);
  const paired = rows(scored, ({ pool, last }) => last && [pool.brier, pool.log, last.brier, last.log]);
  return {
    set,
    cases: scored.length,
    questions: new Set(scored.map(({ question }) => question)).size,
    brier: figure(all, ([brier]) => brier),
    log: figure(all, ([, log]) => log),
    lastBrier: figure(paired, ([, , brier]) => brier),
    lastLog: figure(paired, ([, , , log]) => log),
    brierSkillOnUniform: figure(all, brierSkill),
    logSkillOnUniform: figure(all, logSkill),
    brierSkillOnLast: figure(paired, brierSkill),
    logSkillOnLast: figure(paired, logSkill),
    logDifference: figure(paired, ([, log, , reference]) => Number(log) - Number(reference)),
  };
}

type OfMeans = (means: readonly number[]) => number | undefined;

const brierSkill: OfMeans = ([score, , reference]) => skill(Number(score), Number(reference));
const logSkill: OfMeans = ([, score, , reference]) => skill(Number(score), Number(reference));

function rows(
  scored: readonly ScoredForecast[],
  scoresOf: (one: ScoredForecast) => readonly number[] | undefined,
): readonly ScoredCase[] {
  return scored.flatMap((one) => {
    const scores = scoresOf(one);
    return scores === undefined ? [] : { question: `${one.set} ${one.question}`, scores };
  });
}

function figure(cases: readonly ScoredCase[], ofMeans: OfMeans): Figure | undefined {
  const [first] = cases;
  if (first === undefined) return undefined;
  const value = ofMeans(first.scores.map((_, index) => mean(cases.map(({ scores }) => scores[index] ?? 0))));
  return value === undefined ? undefined : { value, interval: bootstrapInterval(cases, ofMeans) };
}
