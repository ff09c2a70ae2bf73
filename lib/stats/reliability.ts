/** The number of equal-width bins; a probability of 1 belongs to the last. */
export const BINS = 10;

/**
 * Sums over the options whose forecasts lie in one bin. An option has the weight 1, however many forecasts its question
 * has: each of n forecasts has the weight 1/n.
 */
export interface Bin {
  readonly forecasts: number;
  readonly weight: number;
  /** The weighted sum of the probabilities. */
  readonly probability: number;
  /** The weight of the options that happened. */
  readonly happened: number;
  /**
   * The sum over options of (weight of the option in the bin)², for the effective number of forecasts: forecasts of the
   * same option share an outcome, so they are not independent.
   */
  readonly squares: number;
}

export function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.floor(probability * BINS));
}

/** A forecast of a question. */
export interface Binned {
  readonly probabilities: readonly number[];
  /** Index of the option that happened. */
  readonly happened: number;
  /**
   * Number of each option. Options of different forecasts with the same number share an outcome. If absent, the index of
   * the option.
   */
  readonly numbers?: readonly number[] | undefined;
}

/** Collects the bins of questions. */
export class BinSums {
  readonly #bins = Array.from({ length: BINS }, () => ({
    forecasts: 0,
    weight: 0,
    probability: 0,
    happened: 0,
    squares: 0,
  }));
  /** By option of the current question and bin: number of forecasts, and sum of their probabilities. */
  readonly #counts: number[] = [];
  readonly #sums: number[] = [];

  /** Adds the forecasts of one question. */
  add(forecasts: readonly Binned[]): void {
    const [counts, sums, count] = [this.#counts, this.#sums, forecasts.length];
    const [filled, happened]: [number[], Set<number>] = [[], new Set()];
    for (const forecast of forecasts) {
      const { probabilities, numbers } = forecast;
      for (let index = 0; index < probabilities.length; index++) {
        const probability = probabilities[index] as number;
        const option = numbers === undefined ? index : (numbers[index] as number);
        const key = option * BINS + binOf(probability);
        if ((counts[key] ?? 0) === 0) filled.push(key);
        counts[key] = (counts[key] ?? 0) + 1;
        sums[key] = (sums[key] ?? 0) + probability;
        if (index === forecast.happened) happened.add(option);
      }
    }
    for (const key of filled) {
      const bin = this.#bins[key % BINS];
      const [inside, sum] = [counts[key] ?? 0, sums[key] ?? 0];
      counts[key] = 0;
      sums[key] = 0;
      if (bin === undefined) continue;
      const weight = inside / count;
      bin.forecasts += inside;
      bin.weight += weight;
      bin.probability += sum / count;
      if (happened.has(Math.floor(key / BINS))) bin.happened += weight;
      bin.squares += weight ** 2;
    }
  }

  bins(): readonly Bin[] {
    return this.#bins;
  }
}

/** A bin of the diagram; all values except the counts and the weight are 0..1. */
export interface ReliabilityPoint {
  readonly bin: number;
  readonly forecasts: number;
  /** Options in the bin, each weighted with the share of its question's forecasts that lie in the bin. */
  readonly weight: number;
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
 * (Σw)²/Σw², where w is the weight of the forecasts that share an option and thus its outcome (Kish 1965, Survey
 * Sampling).
 */
export function reliabilityOf(bins: readonly Bin[], level = 0.95): ReliabilityPoint[] {
  const filled = bins.flatMap((one, bin) => (one.forecasts === 0 ? [] : [{ ...one, bin }]));
  const each = level ** (1 / filled.length);
  return filled.map(({ bin, forecasts, weight, probability, happened, squares }) => {
    // Sums of weights such as 1/3 are rounded, so that a whole number may be slightly less.
    const effective = Math.max(1, Math.floor(weight ** 2 / squares + 1e-9));
    const meanProbability = Math.min(1, probability / weight);
    const { low, high } = binomialInterval(effective, meanProbability, each);
    return {
      bin,
      forecasts,
      weight,
      effective,
      meanProbability,
      frequency: Math.min(1, happened / weight),
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
 * and Forecasting 23(4)). Null without forecasts. Murphy 1973, J. Applied Meteorology 12(4).
 */
export function decomposeBrier(
  bins: readonly Pick<Bin, "weight" | "probability" | "happened">[],
): Decomposition | null {
  const filled = bins.filter(({ weight }) => weight > 0);
  const total = filled.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const baseRate = filled.reduce((sum, { happened }) => sum + happened, 0) / total;
  let [reliability, resolution] = [0, 0];
  for (const { weight, probability, happened } of filled) {
    const frequency = happened / weight;
    reliability += (weight / total) * (probability / weight - frequency) ** 2;
    resolution += (weight / total) * (frequency - baseRate) ** 2;
  }
  return { reliability, resolution, uncertainty: baseRate * (1 - baseRate) };
}

/** Terms that are smaller than the largest term by this factor do not change a sum of doubles. */
const NEGLIGIBLE = 1e-18;

/**
 * Returns the central interval of a binomial distribution of `trials` with `probability` (0..1): the smallest counts at
 * which the cumulative probability reaches (1 − level)/2 and (1 + level)/2. Both ends are included. The interval has at
 * least the probability `level`.
 */
export function binomialInterval(
  trials: number,
  probability: number,
  level: number,
): { readonly low: number; readonly high: number } {
  if (probability <= 0) return { low: 0, high: 0 };
  if (probability >= 1) return { low: trials, high: trials };
  const { first, weights } = termsAround(trials, probability);
  let total = 0;
  for (const weight of weights) total += weight;
  const tail = ((1 - level) / 2) * total;
  return { low: first + reach(weights, tail), high: first + reach(weights, total - tail) };
}

/**
 * Returns the probabilities of counts around the most probable count, relative to its probability. They are computed
 * from ratios of neighbouring terms, which cannot overflow.
 */
function termsAround(trials: number, probability: number): { readonly first: number; readonly weights: number[] } {
  const odds = probability / (1 - probability);
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  const below: number[] = [];
  for (let count = mode, weight = 1; count > 0; count--) {
    weight *= count / ((trials - count + 1) * odds);
    if (weight < NEGLIGIBLE) break;
    below.push(weight);
  }
  const above: number[] = [];
  for (let count = mode, weight = 1; count < trials; count++) {
    weight *= ((trials - count) / (count + 1)) * odds;
    if (weight < NEGLIGIBLE) break;
    above.push(weight);
  }
  return { first: mode - below.length, weights: [...below.reverse(), 1, ...above] };
}

/** Returns the first index at which the cumulative weight reaches `share`. */
function reach(weights: readonly number[], share: number): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    sum += weight;
    if (sum >= share) return index;
  }
  return weights.length - 1;
}
