import { setImmediate } from "node:timers/promises";

/** Work for one caller, which may use the event loop. Every computation for a caller takes a Work. */
export interface Work {
  /** Aborts when the caller has left. */
  readonly signal: AbortSignal;
  /**
   * Ends a step of a computation: other work that waits may run first. Rejects with the signal's reason once it aborts.
   * Call it at least every few milliseconds of CPU time.
   */
  step(): Promise<void>;
  /** Waits for something other than the event loop or the database, such as a third party, without using a slot. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
}

/** Returns work that holds no slot. Without a signal, it is never aborted. */
export function freeWork(signal = new AbortController().signal): Work {
  return {
    signal,
    async step() {
      await setImmediate();
      signal.throwIfAborted();
    },
    aside: (wait) => wait(),
  };
}
