const EVERY_MS = 20;

/**
 * Measures the event loop lag, the time that new work waits before it starts, by how late a timer fires. `clock`
 * returns milliseconds.
 */
export function measureEventLoopLag(clock = () => performance.now()) {
  let due = clock() + EVERY_MS;
  let last = 0;
  const timer = setInterval(() => {
    last = Math.max(0, clock() - due);
    due = clock() + EVERY_MS;
  }, EVERY_MS).unref();
  return {
    /** Returns the lag in milliseconds, which also grows during a long turn of the event loop. */
    now: () => Math.max(last, clock() - due),
    stop: () => clearInterval(timer),
  };
}
