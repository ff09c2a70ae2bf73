import { GatewayError } from "#server/base/errors.ts";
import type { Pacer } from "./pacer.ts";
import type { Work } from "./work.ts";

export interface FairSlotsOptions {
  readonly slots: number;
  /** Maximum number of waiting tasks. One holder may have at most half of them. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly pacer: Pacer;
  /** Returns the time in milliseconds that a slot stays unused after a task that took `tookMs`. */
  readonly restAfter?: (tookMs: number) => number;
}

export type FairSlots = ReturnType<typeof createFairSlots>;

interface Waiting {
  readonly holder: string;
  admit(): void;
}

/**
 * Limits the number of concurrent tasks. Further tasks wait in order of arrival. While others wait, one holder, such as
 * a member, gets at most half of the slots.
 */
export function createFairSlots(options: FairSlotsOptions) {
  const { slots, maxWaiting, maxWaitMs, pacer, restAfter = () => 0 } = options;
  const most = Math.max(1, Math.floor(slots / 2));
  const held = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let free = slots;

  function take(holder: string): void {
    free--;
    held.set(holder, heldBy(holder) + 1);
  }

  const heldBy = (holder: string) => held.get(holder) ?? 0;

  function release(holder: string, restMs = 0): void {
    if (heldBy(holder) > 1) held.set(holder, heldBy(holder) - 1);
    else held.delete(holder);
    if (restMs > 0) setTimeout(handOn, restMs).unref();
    else handOn();
  }

  function handOn(): void {
    free++;
    const [first] = waiting;
    const next = [...waiting].find(({ holder }) => heldBy(holder) < most) ?? first;
    next?.admit();
  }

  /** Waits for a slot. Rejects after `patienceMs`; if undefined, waits without a limit. */
  function enter(holder: string, signal: AbortSignal, patienceMs?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (free > 0) {
        take(holder);
        return resolve();
      }
      const leave = () => {
        waiting.delete(entry);
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
      };
      const giveUp = () => {
        leave();
        reject(signal.aborted ? signal.reason : busy());
      };
      const entry: Waiting = {
        holder,
        admit() {
          leave();
          take(holder);
          resolve();
        },
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
      signal.addEventListener("abort", giveUp, { once: true });
      waiting.add(entry);
    });
  }

  function requireRoom(holder: string): void {
    if (free > 0) return;
    const own = [...waiting].filter((one) => one.holder === holder).length;
    if (waiting.size >= maxWaiting || own >= maxWaiting / 2) throw busy();
  }

  return {
    /**
     * Runs a task in a slot and frees the slot when the task has settled, even if its caller left earlier. Throws
     * SERVICE_UNAVAILABLE if too many tasks wait or the wait is too long. Rejects with the signal's reason if it aborts
     * before the task starts.
     */
    async run<T>(holder: string, signal: AbortSignal, task: (work: Work) => Promise<T>): Promise<T> {
      requireRoom(holder);
      await enter(holder, signal, maxWaitMs);
      let since: number | undefined;
      let isHeld = true;
      let isOver = false;
      const aside = async <T>(wait: () => Promise<T>) => {
        if (!isHeld) return wait();
        isHeld = false;
        release(holder);
        try {
          return await wait();
        } finally {
          await enter(holder, signal);
          if (isOver) release(holder);
          else isHeld = true;
        }
      };
      const step = async () => {
        if (waiting.size > 0) await aside(async () => {});
        await pacer.turn(signal);
      };
      try {
        await pacer.turn(signal);
        since = performance.now();
        return await task({ signal, aside, step });
      } finally {
        isOver = true;
        if (isHeld) release(holder, since === undefined ? 0 : restAfter(performance.now() - since));
        isHeld = false;
      }
    },
  };
}

const busy = () => new GatewayError("SERVICE_UNAVAILABLE", { retryAfter: 5 });
