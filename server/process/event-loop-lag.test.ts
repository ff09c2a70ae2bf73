import { expect, it, vi } from "vitest";
import { measureEventLoopLag } from "./event-loop-lag.ts";

it("the lag of the event loop is the delay of the last timer, or of a long turn before any timer can fire", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let time = 0;
  const { now } = measureEventLoopLag(() => time);
  const lags = [20, 20, 320, 20].map((turn) => {
    time += turn;
    vi.advanceTimersByTime(20);
    return now();
  });
  expect(lags).toEqual([0, 0, 300, 0]);
  time += 520;
  expect(now()).toBe(500);
});
