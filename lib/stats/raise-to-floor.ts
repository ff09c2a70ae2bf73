import { sum, type Vector } from "./log-space.ts";

/**
 * Raises lower values of a distribution to `floor` and reduces the other values in proportion, so that the sum stays 1.
 * `floor` times the number of options must be below 1.
 */
export function raiseToFloor(distribution: Vector, floor: number): Vector {
  const low = new Set<number>();
  let raised = distribution;
  // Repeated, because the reduction may push further values below the floor.
  for (;;) {
    const before = low.size;
    for (const [option, value] of raised.entries()) if (value < floor) low.add(option);
    if (low.size === before) return raised;
    const scale = (1 - floor * low.size) / sum(distribution.filter((_, option) => !low.has(option)));
    raised = distribution.map((value, option) => (low.has(option) ? floor : value * scale));
  }
}
