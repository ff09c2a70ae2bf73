import { vi } from "vitest";

/**
 * Runs `step` with a fake `performance.now()` that only `pass` advances, so that cache entries do not expire on a slow
 * machine. Timers stay real.
 */
export async function holdClock<T>(step: (pass: (ms: number) => void) => Promise<T>): Promise<T> {
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  try {
    return await step((ms) => {
      now += ms;
    });
  } finally {
    clock.mockRestore();
  }
}
