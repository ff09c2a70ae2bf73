import type { Bin } from "./reliability.ts";

/** The probabilities of options that happened, compared with those of the other options. Every question has the same weight. */
export interface Discrimination {
  readonly bins: readonly DiscriminationBin[];
  /** The mean probability of the options that happened. */
  readonly meanHappened: number;
  /** The mean probability of the other options. */
  readonly meanOthers: number;
  /**
   * The difference of the means, −1..1: 1 for a forecaster who is certain and right, 0 for one who does not distinguish.
   * The discrimination slope of Yates 1982, Organizational Behavior and Human Performance 30(1).
   */
  readonly slope: number;
}

interface DiscriminationBin {
  /** The number of options that happened with a probability in the bin, weighted as in `Bin`. */
  readonly happened: number;
  readonly others: number;
  /** The bin's share of all options that happened, and of all others. Each sums to 1 over the bins. */
  readonly happenedShare: number;
  readonly othersShare: number;
}

/**
 * Returns the discrimination from the bins of the reliability diagram and the sum over questions of the probability of
 * the option that happened. Null without forecasts.
 */
export function discriminationOf(
  bins: readonly Pick<Bin, "weight" | "probability" | "happened">[],
  happenedProbability: number,
): Discrimination | null {
  const totalOf = (numberOf: (bin: (typeof bins)[number]) => number) =>
    bins.reduce((total, bin) => total + numberOf(bin), 0);
  const happenedWeight = totalOf(({ happened }) => happened);
  const othersWeight = totalOf(({ weight, happened }) => weight - happened);
  if (happenedWeight === 0 || othersWeight === 0) return null;
  const meanHappened = happenedProbability / happenedWeight;
  const meanOthers = (totalOf(({ probability }) => probability) - happenedProbability) / othersWeight;
  return {
    bins: bins.map(({ weight, happened }) => {
      // Rounding of sums of weights such as 1/3 can make the difference negative.
      const others = Math.max(0, weight - happened);
      return { happened, others, happenedShare: happened / happenedWeight, othersShare: others / othersWeight };
    }),
    meanHappened,
    meanOthers,
    slope: meanHappened - meanOthers,
  };
}
