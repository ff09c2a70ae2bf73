import { beforeEach, describe, expect, it, vi } from "vitest";
import { createPacer, type Pacer } from "./pacer.ts";

let now: number;
let load: number;
let pacer: Pacer;
let ran: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
  now = 0;
  ran = [];
  load = 1;
  pacer = createPacer({ clock: () => now, utilization: () => load });
});

/** Runs work of `ms` milliseconds once it is its turn. */
async function work(name: string, ms: number, signal = new AbortController().signal): Promise<void> {
  await pacer.turn(signal);
  ran.push(name);
  now += ms;
}

describe("turns", () => {
  it("are given in order of arrival, each in an iteration of the event loop of its own", async () => {
    const all = ["a", "b", "c"].map(async (name) => {
      await work(name, 10);
      setImmediate(() => ran.push(`after ${name}`));
    });
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(ran).toEqual(["a", "after a", "b", "after b", "c", "after c"]);
  });

  it("follow after five times as long a pause while predictions arrive and the event loop is busy", async () => {
    pacer.predictionArrived();
    const all = ["a", "b"].map((name) => work(name, 10));
    await vi.advanceTimersByTimeAsync(49);
    expect(ran).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(["a", "b"]);
    await Promise.all(all);
    now += 251;
    expect(pacer.restAfter(10)).toBe(0);
    pacer.predictionArrived();
    expect(pacer.restAfter(10)).toBe(50);
    load = 0.5;
    expect(pacer.restAfter(10)).toBe(0);
  });

  it("are not given to work that was aborted", async () => {
    const leaving = new AbortController();
    const left = expect(work("left", 10, leaving.signal)).rejects.toThrow("aborted");
    const stayed = work("stayed", 10);
    leaving.abort();
    await vi.runAllTimersAsync();
    await Promise.all([left, stayed]);
    expect(ran).toEqual(["stayed"]);
    await expect(work("late", 10, leaving.signal)).rejects.toThrow("aborted");
  });
});
