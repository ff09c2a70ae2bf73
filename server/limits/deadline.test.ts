import { beforeEach, describe, expect, it, vi } from "vitest";
import { startDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

const stay = new AbortController().signal;

describe("a request's deadline", () => {
  it("aborts exactly when its time has passed", () => {
    const { signal } = startDeadline(performance.now(), 1_000, stay);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe("deadline");
  });

  it("counts from the request's arrival, not from the call of startDeadline", () => {
    const arrivedAt = performance.now();
    vi.advanceTimersByTime(400);
    const { signal } = startDeadline(arrivedAt, 1_000, stay);
    vi.advanceTimersByTime(599);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toBe("deadline");
  });

  it("has already passed if the request took too long to arrive", () => {
    const { signal } = startDeadline(performance.now() - 2_000, 1_000, stay);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toBe("deadline");
  });

  it("aborts immediately when the caller disconnects, or if the caller has already disconnected", () => {
    const caller = new AbortController();
    const { signal } = startDeadline(performance.now(), 1_000, caller.signal);
    caller.abort();
    expect(signal.reason).toBe("caller left");
    expect(startDeadline(performance.now(), 1_000, caller.signal).signal.reason).toBe("caller left");
  });

  it("keeps the reason of the first abort", () => {
    const caller = new AbortController();
    const { signal } = startDeadline(performance.now(), 1_000, caller.signal);
    vi.advanceTimersByTime(1_000);
    caller.abort();
    expect(signal.reason).toBe("deadline");
  });

  it("leaves no timer and no listener after clear()", () => {
    const caller = new AbortController();
    const before = vi.getTimerCount();
    const { signal, clear } = startDeadline(performance.now(), 1_000, caller.signal);
    clear();
    expect(vi.getTimerCount()).toBe(before);
    caller.abort();
    vi.advanceTimersByTime(5_000);
    expect(signal.aborted).toBe(false);
  });
});

describe("a stopping process", () => {
  it("aborts requests in flight and new requests", () => {
    const stopping = new AbortController();
    const { signal } = startDeadline(performance.now(), 1_000, stay, stopping.signal);
    expect(signal.aborted).toBe(false);
    stopping.abort();
    expect(signal.reason).toBe("stopping");
    expect(startDeadline(performance.now(), 1_000, stay, stopping.signal).signal.reason).toBe("stopping");
  });
});
