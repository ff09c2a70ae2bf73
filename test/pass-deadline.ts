import { expect, vi } from "vitest";
import { holdClock } from "./hold-clock.ts";

/** The default deadline of a request. */
export const DEADLINE_MS = 30_000;

/**
 * Sends requests to a gateway in this process, waits until `isUnderWay` returns true, and advances a fake clock past
 * their deadline. Asserts that `send` does not resolve before the deadline. Takes no real time.
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
