import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { measureEventLoopLag } from "./event-loop-lag.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the lag of the event loop", () => {
  let time = 0;
  const lag = () => measureEventLoopLag(() => time);

  it("is nothing while timers fire when they are due", () => {
    const { now } = lag();
    for (let turn = 0; turn < 5; turn++) {
      time += 20;
      vi.advanceTimersByTime(20);
    }
    expect(now()).toBe(0);
  });

  it("is how late the last timer was, until one is in time again", () => {
    const { now } = lag();
    time += 320;
    vi.advanceTimersByTime(20);
    expect(now()).toBe(300);
    time += 20;
    vi.advanceTimersByTime(20);
    expect(now()).toBe(0);
  });

  it("grows within one long turn, before any timer can fire", () => {
    const { now } = lag();
    time += 520;
    expect(now()).toBe(500);
  });
});
