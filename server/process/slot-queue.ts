export interface SlotQueueOptions {
  readonly slots: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Returns the time in milliseconds that a slot stays unused after work that took `tookMs`. */
  readonly restAfter?: (tookMs: number) => number;
}

export interface SlotQueue {
  /**
   * Waits for a slot. Returns the function that releases the slot; undefined if the queue is full, the wait is too
   * long, or the signal aborts.
   */
  enter(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Limits the number of concurrent tasks. A bounded number of further tasks waits, in order of arrival. */
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
