import { expect, it } from "vitest";
import type { Actor, EventContent } from "#server/audit/log/event.ts";
import { createRefusalCounts } from "./refusal-counts.ts";

const ACTOR: Actor = { type: "credential", id: "c" };
const OTHER: Actor = { type: "credential", id: "d" };
const START = Date.parse("2026-06-01T00:00:00Z");

function setUp() {
  let now = START;
  let elapsedMs = 0;
  let fails = false;
  const recorded: { actor: string; at: number; count: unknown }[] = [];
  const counts = createRefusalCounts({
    now: () => new Date(now),
    elapsedMs: () => elapsedMs,
    async append(actor: Actor, content: EventContent) {
      if (fails) throw new Error("the disk is full");
      recorded.push({ actor: actor.id, at: now, count: Reflect.get(content, "count") });
    },
  });
  return {
    counts,
    recorded,
    setTime: (seconds: number) => {
      elapsedMs = seconds * 1_000;
      now = START + elapsedMs;
    },
    setClock: (time: number) => {
      now = time;
    },
    setFailing: (failing: boolean) => {
      fails = failing;
    },
  };
}

it("records one event per caller, only after the window has ended", async () => {
  const { counts, recorded, setTime } = setUp();
  for (let count = 0; count < 5; count++) counts.add(ACTOR, "RATE_LIMITED", 40);
  counts.add(OTHER, "RATE_LIMITED", 60);
  setTime(39);
  await counts.recordEnded();
  expect(recorded).toEqual([]);
  setTime(41);
  await counts.recordEnded();
  await counts.recordEnded();
  expect(recorded).toEqual([{ actor: "c", at: START + 41_000, count: 5 }]);
});

it("counts each window separately, even if the previous window is not recorded yet", async () => {
  const { counts, recorded, setTime } = setUp();
  counts.add(ACTOR, "RATE_LIMITED", 40);
  setTime(50);
  counts.add(ACTOR, "RATE_LIMITED", 60);
  counts.add(ACTOR, "RATE_LIMITED", 60);
  await counts.recordEnded();
  await counts.recordAll();
  expect(recorded.map(({ count }) => count)).toEqual([1, 2]);
});

it("keeps counts that could not be recorded, and records them later", async () => {
  const { counts, recorded, setTime, setFailing } = setUp();
  counts.add(ACTOR, "RATE_LIMITED", 40);
  counts.add(OTHER, "RATE_LIMITED", 40);
  setTime(60);
  setFailing(true);
  await expect(counts.recordEnded()).rejects.toThrow("the disk is full");
  expect(recorded).toEqual([]);
  setFailing(false);
  await counts.recordEnded();
  expect(recorded.map(({ actor }) => actor)).toEqual(["c", "d"]);
});

it("records a window when it has ended, even if the clock was set back by a day", async () => {
  const { counts, recorded, setTime, setClock } = setUp();
  counts.add(ACTOR, "RATE_LIMITED", 40);
  setTime(41);
  setClock(START - 86_400_000);
  counts.add(ACTOR, "RATE_LIMITED", 40);
  await counts.recordEnded();
  expect(recorded.map(({ count }) => count)).toEqual([1]);
});
