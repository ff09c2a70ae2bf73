import { bootstrapInterval, type Interval } from "#lib/stats/bootstrap.ts";
import { mean } from "#lib/stats/scores.ts";
import { averageByQuestion } from "./average-by-question.ts";
import { REFERENCES, type ReferenceName, type ScoredForecast, type Scores } from "./score-answers.ts";

/** A mean over questions of the mean scores of their cases, with its 95 % interval by bootstrap over questions. */
export interface Figure {
  readonly value: number;
  readonly interval: Interval | undefined;
}

/** The scores of a group of cases. The figures are undefined if there are no cases. */
export interface Summary {
  readonly name: string;
  readonly cases: number;
  readonly questions: number;
  readonly log: Figure | undefined;
  readonly brier: Figure | undefined;
  /** The means in which every case has the same weight; undefined if there are no cases. */
  readonly overCases: Scores | undefined;
  /** Without the references that cannot be computed for any case. */
  readonly references: Readonly<Partial<Record<ReferenceName, Comparison>>>;
  /** For series: the mean probability of the two outer intervals, and how often the outcome was in one of them. */
  readonly outer: { readonly forecast: number; readonly came: number } | undefined;
}

/**
 * Comparison with a reference on the cases that the reference can answer. Differences are model minus reference; below
 * 0, the model is better.
 */
export interface Comparison {
  readonly log: number;
  readonly logDifference: Figure;
  readonly brierDifference: Figure;
}

export function summariseScores(name: string, scored: readonly ScoredForecast[]): Summary {
  const outer = scored.filter(({ outer }) => outer !== undefined);
  return {
    name,
    cases: scored.length,
    questions: new Set(scored.map(clusterOf)).size,
    log: figure(scored, ({ model }) => model.log),
    brier: figure(scored, ({ model }) => model.brier),
    overCases:
      scored.length === 0
        ? undefined
        : { brier: mean(scored.map(({ model }) => model.brier)), log: mean(scored.map(({ model }) => model.log)) },
    references: Object.fromEntries(
      REFERENCES.flatMap((reference) => {
        const comparison = compare(scored, reference);
        return comparison === undefined ? [] : [[reference, comparison]];
      }),
    ),
    outer:
      outer.length === 0
        ? undefined
        : {
            forecast: meanOf(outer, ({ outer }) => outer?.forecast ?? Number.NaN),
            came: meanOf(outer, ({ outer }) => (outer?.came ? 1 : 0)),
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
    log: meanOf(paired, ({ references }) => references[name]?.log ?? Number.NaN),
    logDifference,
    brierDifference,
  };
}

/** Question names are unique only within a set. */
function clusterOf({ set, question }: ScoredForecast): string {
  return `${set} ${question}`;
}

function figure(scored: readonly ScoredForecast[], scoreOf: (one: ScoredForecast) => number): Figure | undefined {
  if (scored.length === 0) return undefined;
  const interval = bootstrapInterval(byQuestion(scored, scoreOf), ([score]) => score);
  return { value: meanOf(scored, scoreOf), interval };
}

function meanOf(scored: readonly ScoredForecast[], scoreOf: (one: ScoredForecast) => number): number {
  return mean(byQuestion(scored, scoreOf).map(({ scores: [score = Number.NaN] }) => score));
}

function byQuestion(scored: readonly ScoredForecast[], scoreOf: (one: ScoredForecast) => number) {
  return averageByQuestion(scored.map((one) => ({ question: clusterOf(one), scores: [scoreOf(one)] })));
}
