import { expect, vi } from "vitest";

/** The deadline of a request where the environment sets none. */
export const DEADLINE_MS = 30_000;

/**
 * Sends requests to a gateway in this process and lets their deadline pass by the test's own clock, once `isUnderWay`
 * holds: no time has to go by, and none of them may be answered before it has.
 */
export async function passDeadline<T>(send: () => Promise<T>, isUnderWay: () => boolean): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let settled = false;
    const reply = send().finally(() => {
      settled = true;
    });
    while (!isUnderWay()) await nextTurn();
    vi.advanceTimersByTime(DEADLINE_MS / 2);
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(settled, "answered before the deadline").toBe(false);
    vi.advanceTimersByTime(DEADLINE_MS / 2);
    return await reply;
  } finally {
    vi.useRealTimers();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
