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
    candidates: product({ binary_exponent: Array.from({ length: 13 }, (_, index) => (18 + index) / 20) }),
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
  readonly set: string;
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

/**
 * Returns the index of the maximum a posteriori candidate. It minimizes the mean log score times the number of
 * questions, plus the penalty. The weight is the number of questions because cases of one question are not independent.
 */
export function chooseCandidate(losses: readonly Losses[], { candidates, penalty }: Grid): number {
  const questions = new Set(losses.map(({ question }) => question)).size;
  const totals = new Float64Array(candidates.length);
  for (const { byCandidate } of losses)
    for (const [index, loss] of byCandidate.entries()) totals[index] = (totals[index] ?? 0) + loss;
  const costs = candidates.map(
    (candidate, index) => (questions * (totals[index] ?? 0)) / losses.length + penalty(candidate),
  );
  return costs.indexOf(Math.min(...costs));
}

/** A held-out group of cases, and the candidate fitted to the other groups. */
export interface HeldOut {
  readonly name: string;
  readonly chosen: Candidate;
  readonly scores: readonly number[];
}

/** Cross-validation: for each group, fits a candidate to the other groups and scores the group with it. */
export function leaveOut(losses: readonly Losses[], grid: Grid, groupOf: (one: Losses) => string): readonly HeldOut[] {
  return [...Map.groupBy(losses, groupOf)].flatMap(([name, group]) => {
    const others = losses.filter((one) => groupOf(one) !== name);
    if (others.length === 0) return [];
    const index = chooseCandidate(others, grid);
    const chosen = grid.candidates[index];
    return chosen === undefined
      ? []
      : { name, chosen, scores: group.map(({ byCandidate }) => byCandidate[index] ?? Number.NaN) };
  });
}

export function meanOf(heldOut: readonly HeldOut[]): number {
  return mean(heldOut.flatMap(({ scores }) => scores));
}
