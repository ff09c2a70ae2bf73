import { bootstrapInterval, type Interval, type ScoredCase } from "#lib/stats/bootstrap.ts";
import { mean } from "#lib/stats/scores.ts";
import type { REFERENCES, ReferenceName } from "./references.ts";
import type { ScoredForecast, Scores } from "./score-cases.ts";

/** A figure over one set of cases with its 95 % interval over questions. */
export interface Figure {
  readonly value: number;
  readonly interval: Interval | undefined;
}

/** Figures are undefined for an empty set of cases. */
export interface Summary {
  readonly set: string;
  readonly cases: number;
  readonly questions: number;
  readonly log: Figure | undefined;
  readonly brier: Figure | undefined;
  readonly references: Readonly<Record<ReferenceName, Comparison | undefined>>;
  /** For series: the mean probability of the two outer intervals, and how often one of them was the outcome. */
  readonly outer: { readonly forecast: number; readonly came: number } | undefined;
}

/**
 * For the cases that the reference can answer: its score, and the model's score minus it (below 0: the model is
 * better).
 */
export interface Comparison {
  readonly log: number;
  readonly logDifference: Figure;
  readonly brierDifference: Figure;
}

export function summariseScores(set: string, scored: readonly ScoredForecast[]): Summary {
  const outer = scored.flatMap(({ outer }) => outer ?? []);
  return {
    set,
    cases: scored.length,
    questions: new Set(scored.map(({ question }) => question)).size,
    log: figure(scored, ({ model }) => model.log),
    brier: figure(scored, ({ model }) => model.brier),
    references: {
      uniform: compare(scored, "uniform"),
      last: compare(scored, "last"),
      sources: compare(scored, "sources"),
      walk: compare(scored, "walk"),
    } satisfies Record<keyof typeof REFERENCES, unknown>,
    outer:
      outer.length === 0
        ? undefined
        : {
            forecast: mean(outer.map(({ forecast }) => forecast)),
            came: mean(outer.map(({ came }) => (came ? 1 : 0))),
          },
  };
}

function compare(scored: readonly ScoredForecast[], name: ReferenceName): Comparison | undefined {
  const paired = scored.filter(({ references }) => references[name] !== undefined);
  const difference = (kind: keyof Scores) =>
    figure(paired, ({ model, references }) => model[kind] - (references[name]?.[kind] ?? Number.NaN));
  const [logDifference, brierDifference] = [difference("log"), difference("brier")];
  if (logDifference === undefined || brierDifference === undefined) return undefined;
  return {
    log: mean(paired.map(({ references }) => references[name]?.log ?? Number.NaN)),
    logDifference,
    brierDifference,
  };
}

function figure(scored: readonly ScoredForecast[], scoreOf: (one: ScoredForecast) => number): Figure | undefined {
  if (scored.length === 0) return undefined;
  const cases: ScoredCase[] = scored.map((one) => ({ question: `${one.set} ${one.question}`, scores: [scoreOf(one)] }));
  const value = mean(cases.map(({ scores: [score = 0] }) => score));
  return { value, interval: bootstrapInterval(cases, ([score]) => score) };
}
