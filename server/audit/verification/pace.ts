import { setTimeout } from "node:timers/promises";

/** Divides long work into slices. Between slices, the event loop serves requests. */
export interface Pace {
  /** Counts one step of the work and returns whether the slice is over. */
  isDue(): boolean;
  /** Yields to the event loop. Rejects with the signal's reason once it aborts. */
  rest(): Promise<void>;
}

const SLICE_MS = 4;
const SLICE_STEPS = 100;
/** The pause after a slice is this many times as long as the slice. */
const REST_PER_WORK = 3;
const LONGEST_REST_MS = 250;

/** Returns the pace of background work, which uses a quarter of the time. Waiting for the database counts as work. */
export function createPace(signal: AbortSignal): Pace {
  let startedAt = performance.now();
  let steps = 0;
  return {
    isDue() {
      steps++;
      return steps >= SLICE_STEPS || performance.now() - startedAt >= SLICE_MS;
    },
    async rest() {
      const worked = performance.now() - startedAt;
      await setTimeout(Math.min(LONGEST_REST_MS, REST_PER_WORK * worked), undefined, { signal });
      startedAt = performance.now();
      steps = 0;
    },
  };
}

/** A pace without pauses, for commands: their process serves no requests. */
export const AT_ONCE: Pace = { isDue: () => false, rest: async () => {} };

/** Yields the items of an iterable, with a pause after each slice. */
export async function* paced<T>(items: AsyncIterable<T>, pace: Pace): AsyncGenerator<T> {
  for await (const item of items) {
    yield item;
    if (pace.isDue()) await pace.rest();
  }
}
