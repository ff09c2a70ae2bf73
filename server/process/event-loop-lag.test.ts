import { beforeEach, describe, expect, it, vi } from "vitest";
import { measureEventLoopLag } from "./event-loop-lag.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});

describe("the lag of the event loop", () => {
  let time = 0;
  const lag = () => measureEventLoopLag(() => time);

  it("is 0 while timers fire on time", () => {
    const { now } = lag();
    for (let turn = 0; turn < 5; turn++) {
      time += 20;
      vi.advanceTimersByTime(20);
    }
    expect(now()).toBe(0);
  });

  it("is the delay of the last timer until one fires on time", () => {
    const { now } = lag();
    time += 320;
    vi.advanceTimersByTime(20);
    expect(now()).toBe(300);
    time += 20;
    vi.advanceTimersByTime(20);
    expect(now()).toBe(0);
  });

  it("grows during one long turn, before any timer can fire", () => {
    const { now } = lag();
    time += 520;
    expect(now()).toBe(500);
  });
});
