import { type Distribution, probabilityOf } from "./distribution.ts";

/**
 * The caller's order: that of the keys of `task.criteria`. JavaScript puts keys that are array indices (`0`, `10`)
 * first, in ascending order, whatever the caller wrote; the order of all others is kept. A JSON text that has passed
 * through an object cannot show the caller's order of such ids.
 */
export function callerOrder(criteria: Readonly<Record<string, string | null>>): string[] {
  return Object.keys(criteria);
}

/**
 * From the most to the least probable; of options that tie exactly, the first by UTF-16 code units comes first, so that
 * the first one is always the `choice` of the contract.
 */
export function probabilityOrder(distribution: Distribution): string[] {
  return Object.keys(distribution).sort((a, b) => {
    const difference = probabilityOf(distribution, b) - probabilityOf(distribution, a);
    if (difference !== 0) return difference;
    return a === b ? 0 : a < b ? -1 : 1;
  });
}
