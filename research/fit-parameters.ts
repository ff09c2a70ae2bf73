import { sum } from "#lib/stats/log-space.ts";
import { mean } from "#lib/stats/scores.ts";
import { answer } from "#server/models/pool/answer.ts";
import type { Parameters } from "#server/models/pool/parameters.ts";
import type { ParsedInput } from "#server/models/pool/reading.ts";

export type Candidate = Partial<Parameters>;

export interface Grid {
  readonly name: string;
  /** Whether these parameters affect the forecast of the case. */
  readonly concerns: (parsed: ParsedInput) => boolean;
  readonly candidates: readonly Candidate[];
  /** Minus the log prior density of a candidate, up to a constant. */
  readonly penalty: (candidate: Candidate) => number;
}

/**
 * Standard deviation of the prior on `binary_exponent`, whose mean is 1: 95 % of the prior lies between 0.4 and 1.6.
 * Chosen after seeing the development questions, so their cross-validated score is slightly optimistic.
 */
const EXPONENT_PRIOR_SD = 0.3;

export const GRIDS: readonly Grid[] = [
  {
    name: "dated forecasts",
    concerns: ({ forecasts }) => forecasts.length > 0,
    candidates: product({
      mean_exponent: [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
      binary_exponent: Array.from({ length: 13 }, (_, index) => (18 + index) / 20),
    }),
    penalty: ({ binary_exponent = 1 }) => ((binary_exponent - 1) / EXPONENT_PRIOR_SD) ** 2 / 2,
  },
  {
    name: "series",
    concerns: ({ forecasts, series }) => forecasts.length === 0 && series.length > 0,
    // With values outside these ranges, forecasts of oil price series (options at quintiles) score worse than a random
    // walk; see docs/embedded-model.md.
    candidates: product({
      series_degrees: [2.5, 3, 3.5],
      series_spread: [0.84, 0.87, 0.9],
      series_unchanged_share: [0.2, 0.3, 0.4],
      series_unknown_horizon: [0.3, 0.4, 0.5],
    }),
    penalty: () => 0,
  },
];

/** Returns the Cartesian product: one candidate for each combination of the values. */
function product(values: Partial<Record<keyof Parameters, readonly number[]>>): readonly Candidate[] {
  return Object.entries(values).reduce<readonly Candidate[]>(
    (found, [name, each]) => found.flatMap((one) => each.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** Log scores of one case under every candidate, in the order of `Grid.candidates`. */
export interface Losses {
  /** The sets of one origin have the same family. */
  readonly family: string;
  readonly question: string;
  readonly byCandidate: readonly number[];
}

/** Returns the log score of a case under each candidate; NaN if the model cannot forecast the case. */
export function lossesOf(
  parsed: ParsedInput,
  outcome: string,
  { candidates }: Grid,
  fixed: Parameters,
): readonly number[] {
  const index = parsed.options.indexOf(outcome);
  return candidates.map((one) => -Math.log(answer(parsed, { ...fixed, ...one })?.distribution[index] ?? Number.NaN));
}

/** Returns the part of a set's name before the first underscore: "538" for "538_governor". */
export function familyOf(set: string): string {
  return set.split("_", 1)[0] ?? set;
}

/**
 * Returns the index of the maximum a posteriori candidate. It minimizes the mean log score times the number of
 * questions, plus the penalty. Every family has the same weight in the mean, so that a large family does not decide.
 * Cases of one question are not independent, so n_f questions of each of F families count as F²/Σ(1/n_f) questions.
 */
export function chooseCandidate(losses: readonly Losses[], { candidates, penalty }: Grid): number {
  const families = [...Map.groupBy(losses, ({ family }) => family).values()];
  const questions =
    families.length ** 2 / sum(families.map((cases) => 1 / new Set(cases.map(({ question }) => question)).size));
  const costs = candidates.map(
    (candidate, index) => questions * meanOf([{ scores: scoresWith(losses, index) }]) + penalty(candidate),
  );
  return costs.indexOf(Math.min(...costs));
}

/** Returns the log score of each case with one candidate. */
export function scoresWith(losses: readonly Losses[], candidate: number) {
  return losses.map(({ family, byCandidate }) => ({ family, score: byCandidate[candidate] ?? Number.NaN }));
}

/** A held-out group of cases, and the candidate fitted to the other groups. */
export interface HeldOut {
  readonly name: string;
  readonly chosen: Candidate;
  readonly scores: ReturnType<typeof scoresWith>;
}

/** Returns the mean log score of the families in these groups; the score of a family is the mean over its cases. */
export function meanOf(groups: readonly Pick<HeldOut, "scores">[]): number {
  const families = Map.groupBy(
    groups.flatMap(({ scores }) => scores),
    ({ family }) => family,
  );
  return mean([...families.values()].map((cases) => mean(cases.map(({ score }) => score))));
}

/** Cross-validation: for each group, fits a candidate to the other groups and scores the group with it. */
export function leaveOut(losses: readonly Losses[], grid: Grid, groupOf: (one: Losses) => string): readonly HeldOut[] {
  return [...Map.groupBy(losses, groupOf)].flatMap(([name, group]) => {
    const others = losses.filter((one) => groupOf(one) !== name);
    if (others.length === 0) return [];
    const index = chooseCandidate(others, grid);
    const chosen = grid.candidates[index];
    return chosen === undefined ? [] : { name, chosen, scores: scoresWith(group, index) };
  });
}
