import { setTimeout } from "node:timers/promises";

/** Long work in slices: between them the event loop serves requests. */
export interface Pace {
  /** Whether the slice is over; counts one step of the work. */
  isDue(): boolean;
  /** Lets others work. Rejects with the signal's reason once the work is no longer wanted. */
  rest(): Promise<void>;
}

const SLICE_MS = 4;
const SLICE_STEPS = 100;
/** Of four parts of time, the work has one. */
const REST_PER_WORK = 3;
const LONGEST_REST_MS = 250;

/** For work beside requests: rests three times as long as it has worked. Waiting for the database counts as work. */
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

/** For a command, which has the process for itself. */
export const AT_ONCE: Pace = { isDue: () => false, rest: async () => {} };

/** The same items, with a rest after each slice. */
export async function* paced<T>(items: AsyncIterable<T>, pace: Pace): AsyncGenerator<T> {
  for await (const item of items) {
    yield item;
    if (pace.isDue()) await pace.rest();
  }
}
