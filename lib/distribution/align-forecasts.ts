import { type Distribution, haveSameOptions, probabilityOf } from "./distribution.ts";
import { jensenShannon } from "./jensen-shannon.ts";
import { totalVariation } from "./total-variation.ts";

const MIN_COMPARED = 2;
const MAX_COMPARED = 4;

export type Alignment =
  | { readonly ok: true; readonly rows: readonly AlignedOption[]; readonly pairs: readonly ComparedPair[] }
  | { readonly ok: false; readonly reason: "count" | "options" };

export interface AlignedOption {
  readonly option: string;
  /** One probability a forecast, in the order of the forecasts. */
  readonly probabilities: readonly number[];
  /** Each forecast's probability minus that of the first: the first is 0. */
  readonly differences: readonly number[];
}

export interface ComparedPair {
  /** Places of the two forecasts, `first` < `second`. */
  readonly first: number;
  readonly second: number;
  /** 0..1. */
  readonly totalVariation: number;
  /** 0..1. */
  readonly jensenShannon: number;
}

/**
 * Two to four forecasts side by side: a row an option, in the order of `options` where it is given (the caller's order,
 * or by probability), else of the first forecast's keys; and the distances of every pair.
 * `count`: not two to four forecasts. `options`: they do not all have the same options, or `options` are others.
 */
export function alignForecasts(forecasts: readonly Distribution[], options?: readonly string[]): Alignment {
  const [first] = forecasts;
  if (first === undefined || forecasts.length < MIN_COMPARED || forecasts.length > MAX_COMPARED)
    return { ok: false, reason: "count" };
  const order = options ?? Object.keys(first);
  const listed = new Set(order);
  const isOrder =
    listed.size === order.length &&
    listed.size === Object.keys(first).length &&
    order.every((option) => Object.hasOwn(first, option));
  if (!isOrder || !forecasts.every((forecast) => haveSameOptions(first, forecast)))
    return { ok: false, reason: "options" };
  const rows = order.map((option) => {
    const probabilities = forecasts.map((forecast) => probabilityOf(forecast, option));
    const base = probabilityOf(first, option);
    return { option, probabilities, differences: probabilities.map((probability) => probability - base) };
  });
  return { ok: true, rows, pairs: comparePairs(forecasts) };
}

function comparePairs(forecasts: readonly Distribution[]): ComparedPair[] {
  return forecasts.flatMap((one, first) =>
    forecasts.slice(first + 1).map((other, offset) => ({
      first,
      second: first + 1 + offset,
      totalVariation: totalVariation(one, other),
      jensenShannon: jensenShannon(one, other),
    })),
  );
}
