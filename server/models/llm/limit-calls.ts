/**
 * Runs `call` when fewer calls than the limit are running. Rejects with the signal's reason if the signal aborts first.
 */
export type CallLimit = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Limits the number of parallel calls to `most`. Waiting calls start in order of arrival. */
export function limitCalls(most: number): CallLimit {
  let running = 0;
  const waiting: (() => void)[] = [];

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
