import { vi } from "vitest";

export interface HeldClock {
  /** Advances `performance.now()` by milliseconds. */
  pass(ms: number): void;
  release(): void;
}

/** Stops `performance.now()`; only `pass` advances it. Timers are not affected. */
export function stopClock(): HeldClock {
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    pass(ms) {
      now += ms;
    },
    release: () => clock.mockRestore(),
  };
}

/** Runs a step of a test while `performance.now()` stands still, so that no cache entry expires on a slow machine. */
export async function holdClock<T>(step: (pass: (ms: number) => void) => Promise<T>): Promise<T> {
  const clock = stopClock();
  try {
    return await step(clock.pass);
  } finally {
    clock.release();
  }
}
