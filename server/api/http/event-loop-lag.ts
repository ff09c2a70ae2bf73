const EVERY_MS = 20;

/** How far the event loop is behind: the time that anything new waits before it is looked at. */
export interface EventLoopLag {
  /** Milliseconds. Also grows while one long turn of the loop is still going on. */
  now(): number;
  stop(): void;
}

/** Measures the lag by how late a timer is. `clock` is in milliseconds. */
export function measureEventLoopLag(clock = () => performance.now()): EventLoopLag {
  let due = clock() + EVERY_MS;
  let last = 0;
  const timer = setInterval(() => {
    last = Math.max(0, clock() - due);
    due = clock() + EVERY_MS;
  }, EVERY_MS).unref();
  return {
    now: () => Math.max(last, clock() - due),
    stop: () => clearInterval(timer),
  };
}
