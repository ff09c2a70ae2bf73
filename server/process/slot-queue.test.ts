import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSlotQueue, type SlotQueue } from "./slot-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const idle = () => new AbortController().signal;

/** Enters the queue and returns the result; undefined while it waits. */
function enter(queue: SlotQueue, signal = idle()) {
  const entry: { state?: "running" | "refused"; release: () => void } = { release: () => {} };
  void queue.enter(signal).then((release) => {
    entry.state = release === undefined ? "refused" : "running";
    entry.release = release ?? entry.release;
  });
  return entry;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("a slot queue", () => {
  it("runs a few tasks, queues a bounded number in order, and refuses the others at once", async () => {
    const queue = createSlotQueue({ slots: 2, maxWaiting: 2, maxWaitMs: 1_000 });
    const entries = Array.from({ length: 5 }, () => enter(queue));
    const states = () => entries.map(({ state }) => state);
    await settle();
    expect(states()).toEqual(["running", "running", undefined, undefined, "refused"]);
    entries[1]?.release();
    // The second release has no effect: the slot belongs to another request.
    entries[1]?.release();
    await settle();
    expect(states()).toEqual(["running", "running", "running", undefined, "refused"]);
  });

  it("refuses tasks that wait too long, and drops those that are aborted", async () => {
    const queue = createSlotQueue({ slots: 1, maxWaiting: 2, maxWaitMs: 1_000 });
    const running = enter(queue);
    const patient = enter(queue);
    const leaving = new AbortController();
    const gone = enter(queue, leaving.signal);
    await settle();
    leaving.abort();
    await vi.advanceTimersByTimeAsync(999);
    expect([patient.state, gone.state]).toEqual([undefined, "refused"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(patient.state).toBe("refused");
    running.release();
    const next = enter(queue);
    await settle();
    expect(next.state).toBe("running");
  });

  it("keeps a slot unused for the rest time after each task", async () => {
    const queue = createSlotQueue({ slots: 1, maxWaiting: 1, maxWaitMs: 10_000, restAfter: (tookMs) => 3 * tookMs });
    const first = enter(queue);
    const second = enter(queue);
    await vi.advanceTimersByTimeAsync(100);
    first.release();
    await vi.advanceTimersByTimeAsync(299);
    expect(second.state).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(second.state).toBe("running");
  });
});
