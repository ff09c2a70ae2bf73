export interface SlotQueueOptions {
  readonly slots: number;
  /** How many of these only preferred requests may take. */
  readonly reserved?: number;
  /** How many requests of each kind may wait for a slot. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** How many milliseconds a slot rests after work that took `tookMs`. */
  readonly restAfter?: (tookMs: number) => number;
}

export interface SlotQueue {
  /**
   * Waits for a slot. Returns a function that releases it, or undefined if the queue is full, the wait is too long, or
   * the signal aborts. Preferred requests go first.
   */
  enter(signal: AbortSignal, isPreferred?: boolean): Promise<(() => void) | undefined>;
}

/** Runs a few tasks at once; a bounded number waits, first come, first served. */
export function createSlotQueue(options: SlotQueueOptions): SlotQueue {
  const { slots, reserved = 0, maxWaiting, maxWaitMs, restAfter = () => 0 } = options;
  let free = slots;
  const preferred = new Set<() => void>();
  const others = new Set<() => void>();

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
    const [next] = preferred.size > 0 || free <= reserved ? preferred : others;
    next?.();
  }

  return {
    async enter(signal, isPreferred = false) {
      if (signal.aborted) return undefined;
      if (free > (isPreferred ? 0 : reserved)) return take();
      const waiting = isPreferred ? preferred : others;
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
