import { expect, vi } from "vitest";
import { holdClock } from "./hold-clock.ts";

/** The deadline of a request where the environment sets none. */
export const DEADLINE_MS = 30_000;

/**
 * Sends requests to a gateway in this process and lets their deadline pass by the test's own clock, once `isUnderWay`
 * holds: no time has to go by, and none of them may be answered before it has.
 */
export async function passDeadline<T>(
  send: () => Promise<T>,
  isUnderWay: () => boolean,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    return await holdClock(async (pass) => {
      let settled = false;
      const reply = send().finally(() => {
        settled = true;
      });
      const passHalf = () => {
        pass(deadlineMs / 2);
        vi.advanceTimersByTime(deadlineMs / 2);
      };
      while (!isUnderWay()) await nextTurn();
      passHalf();
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      expect(settled, "answered before the deadline").toBe(false);
      passHalf();
      return await reply;
    });
  } finally {
    vi.useRealTimers();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
