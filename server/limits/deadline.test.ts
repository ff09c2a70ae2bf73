import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stay = new AbortController().signal;

describe("a request's deadline", () => {
  it("aborts when its time has passed, and not before", () => {
    const { signal } = startDeadline(performance.now(), 1_000, stay);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe("deadline");
  });

  it("counts from the arrival, not from its own start", () => {
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

  it("aborts at once when the caller leaves, or had left before", () => {
    const caller = new AbortController();
    const { signal } = startDeadline(performance.now(), 1_000, caller.signal);
    caller.abort();
    expect(signal.reason).toBe("caller left");
    expect(startDeadline(performance.now(), 1_000, caller.signal).signal.reason).toBe("caller left");
  });

  it("keeps its first reason", () => {
    const caller = new AbortController();
    const { signal } = startDeadline(performance.now(), 1_000, caller.signal);
    vi.advanceTimersByTime(1_000);
    caller.abort();
    expect(signal.reason).toBe("deadline");
  });

  it("leaves no timer and no listener behind once it is cleared", () => {
    const caller = new AbortController();
    const { signal, clear } = startDeadline(performance.now(), 1_000, caller.signal);
    clear();
    expect(vi.getTimerCount()).toBe(0);
    caller.abort();
    vi.advanceTimersByTime(5_000);
    expect(signal.aborted).toBe(false);
  });
});

describe("a process that stops", () => {
  it("aborts requests in flight and new requests", () => {
    const stopping = new AbortController();
    const { signal } = startDeadline(performance.now(), 1_000, stay, stopping.signal);
    expect(signal.aborted).toBe(false);
    stopping.abort();
    expect(signal.reason).toBe("stopping");
    expect(startDeadline(performance.now(), 1_000, stay, stopping.signal).signal.reason).toBe("stopping");
  });
});
