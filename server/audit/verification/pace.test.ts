import { expect, it } from "vitest";
import { createPace, paced } from "./pace.ts";

async function* count(upTo: number): AsyncGenerator<number> {
  for (let item = 1; item <= upTo; item++) yield item;
}

it("the event loop runs after at most 100 steps", async () => {
  let turn = 0;
  let ticking = setImmediate(function tick() {
    turn++;
    ticking = setImmediate(tick);
  });
  const inTurn = new Map<number, number>();
  let last = 0;
  for await (const item of paced(count(1_000), createPace(new AbortController().signal))) {
    inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
    last = item;
  }
  clearImmediate(ticking);
  expect(last).toBe(1_000);
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(100);
});

it("aborted work ends at the next pause", async () => {
  const controller = new AbortController();
  const seen: number[] = [];
  const work = async () => {
    for await (const item of paced(count(1_000), createPace(controller.signal))) {
      seen.push(item);
      if (item === 150) controller.abort(new Error("nobody waits"));
    }
  };
  await expect(work()).rejects.toThrow("aborted");
  expect(seen.length).toBeLessThanOrEqual(250);
});
