import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Batching, batch } from "./batch.ts";

/** A database that answers on command. */
function recorder(grouping: Partial<Batching> = {}) {
  const groups: { items: readonly number[]; answer(): void; fail(error: unknown): void }[] = [];
  const single = batch<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        groups.push({ items, answer: () => resolve(items.map((item) => `r${item}`)), fail: reject });
      }),
    { most: 3, atOnce: 1, patienceMs: 1_000, ...grouping },
  );
  return { groups, single, items: () => groups.map((group) => group.items) };
}

const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] });
});

describe("a batched operation", () => {
  it("runs the items of one event loop turn as one batch, in order", async () => {
    const { groups, single, items } = recorder();
    const results = Promise.all([single(1), single(2), single(3)]);
    expect(groups).toEqual([]);
    await turn();
    expect(items()).toEqual([[1, 2, 3]]);
    groups[0]?.answer();
    await expect(results).resolves.toEqual(["r1", "r2", "r3"]);
  });

  it("divides the waiting items among the batches that can start", async () => {
    const { groups, single, items } = recorder({ most: 64, atOnce: 2 });
    const results = Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(single));
    await turn();
    expect(items()).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9],
    ]);
    for (const group of groups) group.answer();
    await results;
  });

  it("does not divide a few items between two batches", async () => {
    const { groups, single, items } = recorder({ most: 64, atOnce: 2 });
    const results = Promise.all([1, 2, 3].map(single));
    await turn();
    expect(items()).toEqual([[1, 2, 3]]);
    groups[0]?.answer();
    await results;
  });

  it("fails all items of a failed batch, but no items of other batches", async () => {
    const { groups, single } = recorder();
    const results = Promise.allSettled([1, 2, 3, 4].map(single));
    await turn();
    const error = new Error("the database is gone");
    groups[0]?.fail(error);
    await turn();
    groups[1]?.answer();
    const rejected = { status: "rejected", reason: error };
    await expect(results).resolves.toEqual([rejected, rejected, rejected, { status: "fulfilled", value: "r4" }]);
  });

  it("continues after a failed batch, even if the operation throws synchronously", async () => {
    let calls = 0;
    const single = batch<number, number>(
      (items) => {
        if (calls++ === 0) throw new Error("at once");
        return Promise.resolve(items);
      },
      { most: 10, atOnce: 1, patienceMs: 1_000 },
    );
    const first = expect(single(1)).rejects.toThrow("at once");
    await turn();
    await first;
    const second = expect(single(2)).resolves.toBe(2);
    await turn();
    await second;
  });

  it("fails only the item that is missing from the results", async () => {
    const grouping = { most: 10, atOnce: 1, patienceMs: 1_000 };
    const single = batch<number, number>((items) => Promise.resolve(items.slice(0, 1)), grouping);
    const results = Promise.allSettled([single(1), single(2)]);
    await turn();
    await expect(results).resolves.toMatchObject([{ status: "fulfilled", value: 1 }, { status: "rejected" }]);
  });

  it("fails items that exceed the time limit, drops those not sent yet, and continues", async () => {
    const { groups, single, items } = recorder();
    const early = Promise.allSettled([1, 2, 3, 4].map(single));
    await turn();
    await vi.advanceTimersByTimeAsync(600);
    const late = single(5);
    await vi.advanceTimersByTimeAsync(400);
    const outcomes = await early;
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "rejected"));
    groups[0]?.answer();
    await turn();
    expect(items()).toEqual([[1, 2, 3], [5]]);
    groups[1]?.answer();
    await expect(late).resolves.toBe("r5");
  });

  it("watches all items with one timer at a time, and leaves none", async () => {
    const { groups, single } = recorder({ most: 4 });
    const [startTimer, delays] = [setTimeout, [] as unknown[]];
    // Records the timers of the batch only: other files of this process share the fake timers.
    globalThis.setTimeout = Object.assign((run: () => void, ms?: number) => {
      if (run.name === "expire") delays.push(ms);
      return startTimer(run, ms);
    }, startTimer);
    try {
      void Promise.allSettled([1, 2, 3, 4].map(single));
      await vi.advanceTimersByTimeAsync(600);
      const late = single(5);
      await vi.advanceTimersByTimeAsync(400);
      for (const next of [0, 1]) {
        groups[next]?.answer();
        await turn();
      }
      await late;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(delays).toEqual([1_000, 600]);
    } finally {
      globalThis.setTimeout = startTimer;
    }
  });

  it("returns the matching result to each item, for any order of arrivals and failures", async () => {
    const arrival = fc.record({ pause: fc.constantFrom(0, 0, 1, 5), fails: fc.boolean() });
    const [mosts, atOnces] = [fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 })];
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 40 }), mosts, atOnces, async (all, most, atOnce) => {
        const seen: number[] = [];
        let underWay = 0;
        const single = batch<number, number>(
          async (items) => {
            expect(items.length).toBeLessThanOrEqual(most);
            expect(++underWay).toBeLessThanOrEqual(atOnce);
            seen.push(...items);
            await new Promise((resolve) => setTimeout(resolve, items.length));
            underWay--;
            if (items.some((item) => all[item]?.fails === true && item % 7 === 0)) throw new Error("no");
            return items.map((item) => item * 2);
          },
          { most, atOnce, patienceMs: 10_000 },
        );
        const results: Promise<number | string>[] = [];
        for (const [item, { pause }] of all.entries()) {
          results.push(single(item).catch(() => "failed"));
          if (pause > 0) await vi.advanceTimersByTimeAsync(pause);
        }
        const settled = Promise.all(results);
        await vi.advanceTimersByTimeAsync(1_000);
        for (const [item, result] of (await settled).entries()) expect([item * 2, "failed"]).toContain(result);
        expect(seen).toEqual(all.map((_, item) => item));
      }),
    );
  });
});
