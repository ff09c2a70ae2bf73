import { type Distribution, probabilityOf } from "./distribution.ts";

/** Returns the members of `record` in the order of `options`, except ids such as `10`, which JavaScript puts first. */
export function inOrder<T>(record: Readonly<Record<string, T>>, options: readonly string[]): Record<string, T> {
  return Object.fromEntries(
    options.flatMap((option) => (Object.hasOwn(record, option) ? [[option, record[option] as T]] : [])),
  );
}

/**
 * Sorts options from most to least probable. Exact ties are in the order of UTF-16 code units, so the first one is
 * always the `choice` of the contract.
 */
export function probabilityOrder(distribution: Distribution): string[] {
  return Object.keys(distribution).sort((a, b) => {
    const difference = probabilityOf(distribution, b) - probabilityOf(distribution, a);
    if (difference !== 0) return difference;
    return a === b ? 0 : a < b ? -1 : 1;
  });
}

/**
 * Returns the options that tie exactly for the highest probability, by UTF-16 code units; empty if there is no tie. The
 * first is the `choice`.
 */
export function topTie(distribution: Distribution): string[] {
  const order = probabilityOrder(distribution);
  const [first] = order;
  if (first === undefined) return [];
  const highest = probabilityOf(distribution, first);
  const tied = order.filter((option) => probabilityOf(distribution, option) === highest);
  return tied.length > 1 ? tied : [];
}
