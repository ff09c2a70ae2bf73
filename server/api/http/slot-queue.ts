export interface SlotQueueOptions {
  readonly slots: number;
  /** How many may wait for a slot, the first to come first served. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** How long a slot rests, in milliseconds, after work that took so many. */
  readonly restAfter?: (tookMs: number) => number;
}

export interface SlotQueue {
  /**
   * Waits for a slot. Gives back how to release it; undefined when no more may wait, when the wait was too long, or when
   * the signal was aborted.
   */
  enter(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Lets a few pieces of work run at once, and a bounded number wait. */
export function createSlotQueue({ slots, maxWaiting, maxWaitMs, restAfter = () => 0 }: SlotQueueOptions): SlotQueue {
  let free = slots;
  const waiting = new Set<() => void>();

  function take(): () => void {
    free--;
    const since = performance.now();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const rest = restAfter(performance.now() - since);
      if (rest > 0) setTimeout(handOn, rest).unref();
      else handOn();
    };
  }

  function handOn(): void {
    free++;
    const [next] = waiting;
    next?.();
  }

  return {
    async enter(signal) {
      if (signal.aborted) return undefined;
      if (free > 0) return take();
      if (waiting.size >= maxWaiting) return undefined;
      return new Promise((resolve) => {
        const leave = () => {
          waiting.delete(admit);
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
        };
        const admit = () => {
          leave();
          resolve(take());
        };
        const giveUp = () => {
          leave();
          resolve(undefined);
        };
        const timer = setTimeout(giveUp, maxWaitMs);
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.add(admit);
      });
    },
  };
}
