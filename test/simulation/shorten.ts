import type { Step } from "./command.ts";
import type { Violation } from "./simulate.ts";

/**
 * Leaves out as many commands as possible while a violation remains: first large parts, then single commands, as in the
 * algorithm ddmin (Zeller and Hildebrandt, 2002). Calls `run` at most `attempts` times.
 */
export async function shorten(
  violation: Violation,
  run: (steps: readonly Step[]) => Promise<Violation | undefined>,
  attempts: number,
): Promise<Violation> {
  let shortest = violation;
  let left = attempts;
  for (let size = Math.ceil(shortest.steps.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let first = 0; first < shortest.steps.length; ) {
      if (left-- === 0) return shortest;
      const { steps } = shortest;
      const found = await run([...steps.slice(0, first), ...steps.slice(first + size)]);
      if (found === undefined) first += size;
      else [shortest, isShorter] = [found, true];
    }
    if (size === 1 && !isShorter) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return shortest;
}
