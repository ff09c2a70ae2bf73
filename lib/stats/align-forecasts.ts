import { jensenShannon, totalVariation } from "./distances.ts";
import { type Distribution, haveSameOptions } from "./distribution.ts";

export interface Alignment {
  readonly rows: readonly AlignedOption[];
  readonly pairs: readonly ComparedPair[];
}

export interface AlignedOption {
  readonly option: string;
  /** One probability per forecast; null (not 0) if the forecast does not have this option. */
  readonly probabilities: readonly (number | null)[];
  /** Each forecast's probability minus that of the first forecast; null if either is missing. */
  readonly differences: readonly (number | null)[];
}

export interface ComparedPair {
  /** Indices of the two forecasts, `first` < `second`. */
  readonly first: number;
  readonly second: number;
  /** 0..1; null if the options differ. */
  readonly totalVariation: number | null;
  /** 0..1; null if the options differ. */
  readonly jensenShannon: number | null;
}

/**
 * Aligns forecasts for comparison: one row per option of any forecast, and the distances of every pair. Rows follow
 * `options`, which must name each option once; if absent, they follow the forecasts' keys.
 */
export function alignForecasts(forecasts: readonly Distribution[], options?: readonly string[]): Alignment {
  const order = options ?? [...new Set(forecasts.flatMap((forecast) => Object.keys(forecast)))];
  const rows = order.map((option) => {
    const probabilities = forecasts.map((forecast) => ofOption(forecast, option));
    const [base = null] = probabilities;
    const differences = probabilities.map((one) => (one === null || base === null ? null : one - base));
    return { option, probabilities, differences };
  });
  return { rows, pairs: comparePairs(forecasts) };
}

function ofOption(forecast: Distribution, option: string): number | null {
  return Object.hasOwn(forecast, option) ? (forecast[option] ?? null) : null;
}

function comparePairs(forecasts: readonly Distribution[]): ComparedPair[] {
  return forecasts.flatMap((one, first) =>
    forecasts.slice(first + 1).map((other, offset) => {
      const comparable = haveSameOptions(one, other);
      return {
        first,
        second: first + 1 + offset,
        totalVariation: comparable ? totalVariation(one, other) : null,
        jensenShannon: comparable ? jensenShannon(one, other) : null,
      };
    }),
  );
}
