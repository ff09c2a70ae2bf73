/**
 * Settles like `work`, or rejects with the signal's reason as soon as the signal aborts, even if `work` ignores the
 * signal.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
