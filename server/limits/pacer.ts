import { performance } from "node:perf_hooks";

/**
 * Shares the event loop between predictions and everything else. Other work takes turns, one at a time and in order of
 * arrival. While predictions arrive and the event loop is busy, other work pauses after each turn.
 */
export interface Pacer {
  /** Waits for a turn, which ends at the caller's next `await`. Rejects with the signal's reason once it aborts. */
  turn(signal: AbortSignal): Promise<void>;
  /** Call when a prediction arrives. */
  predictionArrived(): void;
  /** Returns the pause in milliseconds after work that took `tookMs`. */
  restAfter(tookMs: number): number;
}

/** With pauses, turns use at most a sixth of the event loop. */
const REST_PER_WORK = 5;
const MAX_REST_MS = 2_000;
/** Predictions count as arriving for this time after the last one. */
const ARRIVING_MS = 250;
/** Utilization of the event loop, 0..1, from which it counts as busy. */
const BUSY = 0.6;

/** `clock` returns milliseconds; `utilization` returns the recent utilization of the event loop, 0..1. */
export function createPacer({ clock = () => performance.now(), utilization = measureUtilization() } = {}): Pacer {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  let arrivedAt = Number.NEGATIVE_INFINITY;

  function restAfter(tookMs: number): number {
    if (clock() - arrivedAt > ARRIVING_MS || utilization() < BUSY) return 0;
    return Math.min(REST_PER_WORK * tookMs, MAX_REST_MS);
  }

  function next(): void {
    const admit = waiting.shift();
    isTaken = admit !== undefined;
    if (admit === undefined) return;
    const since = clock();
    admit();
    // Runs when all microtasks have run, which is when the admitted work awaits something else.
    queueMicrotask(() =>
      process.nextTick(() => {
        const restMs = restAfter(clock() - since);
        if (restMs >= 1) setTimeout(next, restMs);
        else setImmediate(next);
      }),
    );
  }

  return {
    restAfter,
    async turn(signal) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (isTaken) return;
        isTaken = true;
        setImmediate(next);
      });
      signal.throwIfAborted();
    },
    predictionArrived() {
      arrivedAt = clock();
    },
  };
}

const MEASURED_MS = 100;

/** Returns the utilization of the event loop between the last two measurements, which are at least 100 ms apart. */
function measureUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  let lastAt = performance.now();
  let utilization = 0;
  return () => {
    const now = performance.now();
    if (now - lastAt >= MEASURED_MS) {
      const next = performance.eventLoopUtilization();
      ({ utilization } = performance.eventLoopUtilization(next, last));
      last = next;
      lastAt = now;
    }
    return utilization;
  };
}
