/** Runs a call as soon as fewer than the limit are running; rejects with the signal's reason if it aborts before. */
export type CallLimit = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Limits parallel calls to `most`, first come, first served. */
export function limitCalls(most: number): CallLimit {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** Resolves when the call may run. */
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        running++;
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      if (running < most) return start();
      waiting.push(start);
      signal.addEventListener("abort", giveUp, { once: true });
    });

  return async (call, signal) => {
    signal.throwIfAborted();
    await turn(signal);
    try {
      return await call();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
