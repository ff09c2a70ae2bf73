import { stopClock } from "#test/hold-clock.ts";

/** The time of a simulation. Only the simulation advances it. */
export interface Clock {
  /** The time of day in milliseconds since 1970, which an operator can set back. */
  wall: number;
  /** Advances both the time of day and `performance.now()`. */
  pass(milliseconds: number): void;
  /** The milliseconds that have passed. */
  passed(): number;
  release(): void;
}

export function startClock(start: Date): Clock {
  const monotonic = stopClock();
  let passed = 0;
  return {
    wall: start.getTime(),
    pass(milliseconds) {
      this.wall += milliseconds;
      passed += milliseconds;
      monotonic.pass(milliseconds);
    },
    passed: () => passed,
    release: monotonic.release,
  };
}
