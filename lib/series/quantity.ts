import { type Distribution, probabilityOf } from "#lib/stats/distribution.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { MeasuredSeries, Range } from "./read-measured-series.ts";

export type Span = Omit<Range, "option">;

/** The chance of a value or more; without `includes`, of more than the value. */
export interface Threshold {
  /** The option whose range begins at the value. */
  readonly option: string;
  readonly value: number;
  readonly includes: boolean;
  readonly probability: number;
}

/**
 * The distribution of a quantity whose ranges are the options of a forecast. Only sums of probabilities: nothing is
 * known about the distribution inside a range.
 */
export interface Quantity {
  /** One for each bound, lowest first. */
  readonly thresholds: readonly Threshold[];
  /** The range that holds the median; the lower one if the median is a bound. */
  readonly median: Span;
  /** From the range that holds the 10 % quantile to that of the 90 % quantile: at least 80 %. */
  readonly middle: Span & { readonly probability: number };
}

/** Sums of probabilities may miss a quantile by a rounding error. */
const ROUNDING = 1e-9;

/** Returns undefined without adjacent ranges, lowest first. */
export function readQuantity(ranges: readonly Range[], probabilities: Distribution): Quantity | undefined {
  const sum = (some: readonly Range[]) =>
    Math.min(
      1,
      some.reduce((total, { option }) => total + probabilityOf(probabilities, option), 0),
    );
  const indexOf = (share: number) => {
    const found = ranges.findIndex((_, index) => sum(ranges.slice(0, index + 1)) >= share - ROUNDING);
    return found === -1 ? ranges.length - 1 : found;
  };
  const [from, to] = [indexOf(0.1), indexOf(0.9)];
  const [median, lowest, highest] = [ranges[indexOf(0.5)], ranges[from], ranges[to]];
  if (median === undefined || lowest === undefined || highest === undefined) return undefined;
  const { low, includesLow } = lowest;
  const { high, includesHigh } = highest;
  return {
    thresholds: ranges.flatMap(({ option, low, includesLow }, index) =>
      low === null ? [] : [{ option, value: low, includes: includesLow, probability: sum(ranges.slice(index)) }],
    ),
    median,
    middle: { low, includesLow, high, includesHigh, probability: sum(ranges.slice(from, to + 1)) },
  };
}

/** Returns one quantity for each series whose partition gives the options. */
export function readQuantities(all: readonly MeasuredSeries[], probabilities: Distribution) {
  return all.flatMap(({ name: series, unit, ranges }) => {
    const quantity = readQuantity(ranges, probabilities);
    return quantity === undefined ? [] : [{ series, unit, ...quantity }];
  });
}

/** Returns a name such as "60 to below 70" or "200 or more". */
export function nameSpan({ low, high, includesLow, includesHigh }: Span): string {
  if (low === null && high === null) return "any value";
  const from = low === null ? "" : includesLow ? print(low) : `above ${print(low)}`;
  if (high === null) return includesLow ? `${from} or more` : from;
  if (low === null) return includesHigh ? `${print(high)} or less` : `below ${print(high)}`;
  if (low === high) return print(low);
  return `${from} to ${includesHigh ? "" : "below "}${print(high)}`;
}

export function nameThreshold({ value, includes }: Threshold): string {
  return includes ? `${print(value)} or more` : `above ${print(value)}`;
}

/** Says where the median and at least 80 % of the probability lie. */
export function describeQuantity({ median, middle }: Quantity): string {
  return `Median: ${nameSpan(median)}. At least 80 %: ${nameSpan(middle)} (${formatPercent(middle.probability)}).`;
}

function print(value: number): string {
  return String(value).replace("-", "−");
}
