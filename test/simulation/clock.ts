import { vi } from "vitest";

/** The time of a simulation. Nothing but the simulation advances it. */
export interface Clock {
  /** The time of day in milliseconds since 1970, which an operator can set back. */
  wall: number;
  /** The reading of `performance.now()`, which never goes back. */
  monotonic: number;
  restore(): void;
}

export function holdClock(start: Date): Clock {
  const spy = vi.spyOn(performance, "now").mockImplementation(() => clock.monotonic);
  const clock: Clock = { wall: start.getTime(), monotonic: 1_000_000, restore: () => spy.mockRestore() };
  return clock;
}

export function passTime(clock: Clock, milliseconds: number): void {
  clock.wall += milliseconds;
  clock.monotonic += milliseconds;
}
