import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalCounter, type LocalCounter } from "./local-counter.ts";

const WINDOW_MS = 60_000;

/** A counter that several tallies share, with a memory that can be lost. */
function createCounter() {
  let count = 0;
  let endsAt = 0;
  return {
    add(requests: number, now: number) {
      if (now >= endsAt) {
        count = 0;
        endsAt = now + WINDOW_MS;
      }
      count += requests;
      return { count, endsIn: endsAt - now };
    },
    empty() {
      endsAt = 0;
    },
  };
}

const ask = (tally: LocalCounter, counter: ReturnType<typeof createCounter>, requests: number, now: number) =>
  tally.shared(counter.add(requests + tally.owed(now), now), requests, now);

describe("a tally", () => {
  it("loses no request of its window, however often the shared counter is away or emptied", () => {
    const step = fc.record({
      requests: fc.integer({ min: 1, max: 5 }),
      reached: fc.boolean(),
      emptied: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: 0, max: 400 }), (steps, apart) => {
        const [tally, counter] = [createLocalCounter(WINDOW_MS), createCounter()];
        let sent = 0;
        for (const [index, { requests, reached, emptied }] of steps.entries()) {
          const now = index * apart;
          if (emptied) counter.empty();
          sent += requests;
          const { count } = reached ? ask(tally, counter, requests, now) : tally.alone(requests, now);
          expect(count).toBe(sent);
        }
      }),
    );
  });

  it("brings back after a loss what each process knows of, and no more", () => {
    const counter = createCounter();
    const [one, other] = [createLocalCounter(WINDOW_MS), createLocalCounter(WINDOW_MS)];
    for (let request = 0; request < 100; request++) {
      ask(one, counter, 1, 0);
      ask(other, counter, 1, 0);
    }
    counter.empty();
    ask(one, counter, 1, 1_000);
    ask(other, counter, 1, 1_000);
    ask(one, counter, 1, 1_000);
    expect(ask(other, counter, 1, 1_000).count).toBe(204);
    expect(ask(one, counter, 1, 1_000).count).toBe(205);
  });

  it("starts anew with the shared counter's window, though its own clock is a little behind", () => {
    const [tally, counter] = [createLocalCounter(WINDOW_MS), createCounter()];
    counter.add(5, 0);
    expect(ask(tally, counter, 1, 10)).toEqual({ count: 6, endsIn: WINDOW_MS - 10 });
    expect(tally.shared({ count: 1, endsIn: WINDOW_MS }, 1, WINDOW_MS - 40)).toEqual({ count: 1, endsIn: WINDOW_MS });
  });

  it("owes nothing from a window that is over", () => {
    const tally = createLocalCounter(WINDOW_MS);
    tally.alone(3, 0);
    expect(tally.owed(WINDOW_MS - 1)).toBe(3);
    expect(tally.owed(WINDOW_MS)).toBe(0);
  });
});
