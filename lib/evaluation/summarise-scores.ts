import { calibrationSlope, type Slope } from "#lib/stats/calibration-slope.ts";
import { probabilityOf } from "#lib/stats/distribution.ts";
import { PIT_BINS, pitShares } from "#lib/stats/pit.ts";
import { type ReliabilityPoint, reliabilityOf } from "#lib/stats/reliability.ts";
import { LOG_FLOOR, mean, rankedProbabilityScore } from "#lib/stats/scores.ts";
import { type Figure, figureOf, meanOf, questionOf, smallestDetectable, weighCases } from "./figure.ts";
import { reliabilityBins } from "./reliability-bins.ts";
import type { RefusedForecast, ScoredForecast, Scores } from "./score-answers.ts";

/** The scores of a group of cases. The figures are undefined if there are no cases. */
export interface Summary {
  readonly name: string;
  readonly cases: number;
  readonly questions: number;
  readonly blocks?: number;
  readonly log: Figure | undefined;
  readonly brier: Figure | undefined;
  /** The means in which every case has the same weight; undefined if there are no cases. */
  readonly overCases: Scores | undefined;
  /** The scores with each refused case scored as a uniform forecast; undefined if no case was refused. */
  readonly imputed?: { readonly log: number; readonly brier: number } | undefined;
  /** By reference, without those that no case has. */
  readonly references: Readonly<Record<string, Comparison>>;
  readonly slope?: Slope | undefined;
  readonly reliability?: readonly ReliabilityPoint[];
  /** Undefined if no case has ordered options. */
  readonly ordered?: Ordered | undefined;
}

/** Scores of the cases whose options are the intervals of a series. */
export interface Ordered {
  readonly cases: number;
  readonly rps: Figure;
  readonly lowest: Tail;
  readonly highest: Tail;
  /** Shares of the probability integral transform in ten equal bins; sums to 1. */
  readonly pit: readonly number[];
}

/** The lowest or the highest interval, which are open-ended. */
export interface Tail {
  /** Mean probability. */
  readonly forecast: number;
  /** Share of the cases whose outcome was in the interval. */
  readonly observed: number;
  /** Observed minus forecast. */
  readonly difference: Figure;
}

/**
 * Comparison with a reference on the cases that the reference can answer. Differences are model minus reference; below
 * 0, the model is better.
 */
export interface Comparison {
  readonly cases?: number;
  readonly log: number;
  readonly logDifference: Figure;
  readonly brierDifference: Figure;
  /** Smallest difference in log score that these cases can detect. */
  readonly detectable?: number | undefined;
}

export function summariseScores(
  name: string,
  scored: readonly ScoredForecast[],
  imputed: readonly RefusedForecast[] = [],
): Summary {
  const weights = weighCases(scored);
  const references = [...new Set(scored.flatMap((one) => Object.keys(one.references)))];
  const whole = [...scored, ...imputed];
  return {
    name,
    cases: scored.length,
    questions: new Set(scored.map(questionOf)).size,
    blocks: new Set(scored.map(({ block }) => block)).size,
    log: figureOf(scored, ({ model }) => model.log),
    brier: figureOf(scored, ({ model }) => model.brier),
    overCases:
      scored.length === 0
        ? undefined
        : { brier: mean(scored.map(({ model }) => model.brier)), log: mean(scored.map(({ model }) => model.log)) },
    imputed:
      imputed.length === 0
        ? undefined
        : { log: meanOf(whole, ({ model }) => model.log), brier: meanOf(whole, ({ model }) => model.brier) },
    references: Object.fromEntries(
      references.flatMap((reference) => {
        const comparison = compare(scored, reference);
        return comparison === undefined ? [] : [[reference, comparison]];
      }),
    ),
    slope: calibrationSlope(
      scored.map((one, index) => ({ ...one, question: questionOf(one), weight: weights[index] ?? 0 })),
      LOG_FLOOR,
    ),
    reliability: reliabilityOf(reliabilityBins(scored)),
    ordered: summariseOrdered(scored),
  };
}

function compare(scored: readonly ScoredForecast[], name: string): Comparison | undefined {
  const paired = scored.filter(({ references }) => references[name] !== undefined);
  const difference =
    (kind: keyof Scores) =>
    ({ model, references }: ScoredForecast) =>
      model[kind] - (references[name]?.[kind] ?? Number.NaN);
  const [logDifference, brierDifference] = [figureOf(paired, difference("log")), figureOf(paired, difference("brier"))];
  if (logDifference === undefined || brierDifference === undefined) return undefined;
  return {
    cases: paired.length,
    log: meanOf(paired, ({ references }) => references[name]?.log ?? Number.NaN),
    logDifference,
    brierDifference,
    detectable: smallestDetectable(paired, difference("log")),
  };
}

function summariseOrdered(scored: readonly ScoredForecast[]): Ordered | undefined {
  const cases = scored.flatMap(({ order, ...one }) => (order === undefined ? [] : [{ ...one, order }]));
  const rps = figureOf(cases, ({ probabilities, order, outcome }) =>
    rankedProbabilityScore(probabilities, order, outcome),
  );
  if (rps === undefined) return undefined;
  const tail = (position: 0 | -1): Tail => {
    const forecast = ({ probabilities, order }: (typeof cases)[number]) =>
      probabilityOf(probabilities, order.at(position) ?? "");
    const observed = ({ order, outcome }: (typeof cases)[number]) => (order.at(position) === outcome ? 1 : 0);
    return {
      forecast: meanOf(cases, forecast),
      observed: meanOf(cases, observed),
      difference: figureOf(cases, (one) => observed(one) - forecast(one)) as Figure,
    };
  };
  const shares = cases.map(({ probabilities, order, outcome }) => pitShares(probabilities, order, outcome));
  const weights = weighCases(cases);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pit = Array.from({ length: PIT_BINS }, (_, bin) =>
    shares.reduce((sum, share, index) => sum + ((weights[index] ?? 0) * (share[bin] ?? 0)) / total, 0),
  );
  return { cases: cases.length, rps, lowest: tail(0), highest: tail(-1), pit };
}
