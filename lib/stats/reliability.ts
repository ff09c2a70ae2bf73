import { binomialInterval } from "./binomial.ts";

/** The number of equal-width bins; a probability of 1 belongs to the last. */
export const BINS = 10;

/**
 * Sums over the forecasts in one bin. Each forecast counts once for each of its options whose probability lies in the
 * bin. Bins of different questions can be added field by field.
 */
export interface Bin {
  readonly forecasts: number;
  readonly probability: number;
  readonly happened: number;
  /**
   * The sum over options of (forecasts of the option in the bin)², for the effective number of forecasts: forecasts of
   * the same option share an outcome, so they are not independent.
   */
  readonly squares: number;
}

const EMPTY_BIN: Bin = { forecasts: 0, probability: 0, happened: 0, squares: 0 };

export function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.floor(probability * BINS));
}

/** Returns the bins of one option of one question. `probabilities` are those of all forecasts of the question. */
export function binOption(probabilities: readonly number[], happened: boolean): Bin[] {
  const groups = Map.groupBy(probabilities, binOf);
  return Array.from({ length: BINS }, (_, index) => {
    const inside = groups.get(index) ?? [];
    return {
      forecasts: inside.length,
      probability: inside.reduce((total, one) => total + one, 0),
      happened: happened ? inside.length : 0,
      squares: inside.length ** 2,
    };
  });
}

export function addBins(all: Iterable<readonly Bin[]>): Bin[] {
  const sums = Array.from({ length: BINS }, () => ({ ...EMPTY_BIN }));
  for (const bins of all) {
    for (const [index, sum] of sums.entries()) {
      const { forecasts, probability, happened, squares } = bins[index] ?? EMPTY_BIN;
      sum.forecasts += forecasts;
      sum.probability += probability;
      sum.happened += happened;
      sum.squares += squares;
    }
  }
  return sums;
}

/** A bin of the diagram; all values except the counts are 0..1. */
export interface ReliabilityPoint {
  readonly bin: number;
  readonly forecasts: number;
  readonly effective: number;
  readonly meanProbability: number;
  readonly frequency: number;
  /** The interval in which the frequency of a calibrated forecaster is expected. */
  readonly band: { readonly low: number; readonly high: number };
}

/**
 * Returns the reliability diagram: for each non-empty bin, the observed frequency with a band for a calibrated
 * forecaster. For such a forecaster, all bins lie within their bands with a probability of about `level` or more; each
 * band has the level level^(1/bins) (Šidák 1967, JASA 62). A band is the binomial interval around the mean probability
 * (consistency bars of Bröcker & Smith 2007, Weather and Forecasting 22(3)) for the effective number of forecasts,
 * n²/Σw², where w is the number of forecasts that share an option and thus its outcome (Kish 1965, Survey Sampling).
 */
export function reliabilityOf(bins: readonly Bin[], level = 0.95): ReliabilityPoint[] {
  const filled = bins.flatMap((one, bin) => (one.forecasts === 0 ? [] : [{ ...one, bin }]));
  const each = level ** (1 / filled.length);
  return filled.map(({ bin, forecasts, probability, happened, squares }) => {
    const effective = Math.max(1, Math.floor(forecasts ** 2 / squares));
    const meanProbability = Math.min(1, probability / forecasts);
    const { low, high } = binomialInterval(effective, meanProbability, each);
    return {
      bin,
      forecasts,
      effective,
      meanProbability,
      frequency: happened / forecasts,
      band: { low: low / effective, high: high / effective },
    };
  });
}

/** Each 0..1, in units of the binary Brier score. */
export interface Decomposition {
  /** The mean squared difference between the bins' frequencies and probabilities; 0 is calibrated. */
  readonly reliability: number;
  /** The variance of the bins' frequencies: how well the forecasts discriminate between cases. */
  readonly resolution: number;
  /** The variance of the outcomes, which does not depend on the forecaster. */
  readonly uncertainty: number;
}

/**
 * Decomposes the binary Brier score: reliability − resolution + uncertainty. The sum equals the score if all forecasts
 * of a bin are equal; otherwise it differs by the variation within bins (Stephenson, Coelho & Jolliffe 2008, Weather
 * and Forecasting 23(4)). Undefined without forecasts. Murphy 1973, J. Applied Meteorology 12(4).
 */
export function decomposeBrier(
  bins: readonly Pick<Bin, "forecasts" | "probability" | "happened">[],
): Decomposition | undefined {
  const filled = bins.filter(({ forecasts }) => forecasts > 0);
  const total = filled.reduce((sum, { forecasts }) => sum + forecasts, 0);
  if (total === 0) return undefined;
  const baseRate = filled.reduce((sum, { happened }) => sum + happened, 0) / total;
  let [reliability, resolution] = [0, 0];
  for (const { forecasts, probability, happened } of filled) {
    const frequency = happened / forecasts;
    reliability += (forecasts / total) * (probability / forecasts - frequency) ** 2;
    resolution += (forecasts / total) * (frequency - baseRate) ** 2;
  }
  return { reliability, resolution, uncertainty: baseRate * (1 - baseRate) };
}
