import { vi } from "vitest";

/**
 * Runs a step of a test while `performance.now()` stands still; only `pass` advances it. No cache entry expires because
 * the machine is slow. Timers are not affected.
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
