import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createFairSlots, type FairSlots, type FairSlotsOptions } from "./fair-slots.ts";
import type { Pacer } from "./pacer.ts";
import type { Work } from "./work.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

/** Gives every turn at once. */
const pacer: Pacer = {
  async turn(signal) {
    signal.throwIfAborted();
  },
  predictionArrived() {},
  restAfter: () => 0,
};

const open = (options: Partial<FairSlotsOptions> = {}) =>
  createFairSlots({ slots: 2, maxWaiting: 4, maxWaitMs: 1_000, pacer, ...options });

/** A task that runs until the test finishes it. */
interface Task {
  readonly holder: string;
  state: "waiting" | "running" | "refused" | "left" | "done";
  work?: Work;
  readonly finish: () => void;
  readonly leave: () => void;
}

function start(slots: FairSlots, holder: string): Task {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const task: Task = { holder, state: "waiting", finish: resolve, leave: () => leaving.abort() };
  slots
    .run(holder, leaving.signal, (work) => {
      task.state = "running";
      task.work = work;
      return promise;
    })
    .then(
      () => {
        task.state = "done";
      },
      (error) => {
        task.state = error?.code === "SERVICE_UNAVAILABLE" ? "refused" : "left";
      },
    );
  return task;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const states = (tasks: readonly Task[]) => tasks.map(({ state }) => state);

describe("slots", () => {
  it("run a few tasks, let a bounded number wait in order, and refuse the others at once", async () => {
    const slots = open({ maxWaiting: 2 });
    const tasks = ["a", "b", "c", "d", "e"].map((holder) => start(slots, holder));
    await settle();
    expect(states(tasks)).toEqual(["running", "running", "waiting", "waiting", "refused"]);
    tasks[1]?.finish();
    await settle();
    expect(states(tasks)).toEqual(["running", "done", "running", "waiting", "refused"]);
  });

  it("refuse tasks that wait too long, and forget those whose caller leaves", async () => {
    const slots = open({ slots: 1 });
    const [running, patient, gone] = ["a", "b", "c"].map((holder) => start(slots, holder)) as [Task, Task, Task];
    await settle();
    gone.leave();
    await vi.advanceTimersByTimeAsync(999);
    expect(states([running, patient, gone])).toEqual(["running", "waiting", "left"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(patient.state).toBe("refused");
    running.finish();
    const next = start(slots, "d");
    await settle();
    expect(next.state).toBe("running");
  });

  it("are held until the task ends, even if its caller leaves", async () => {
    const slots = open({ slots: 1 });
    const [left, next] = ["a", "b"].map((holder) => start(slots, holder)) as [Task, Task];
    await settle();
    left.leave();
    await settle();
    expect(next.state).toBe("waiting");
    expect(left.work?.signal.aborted).toBe(true);
    left.finish();
    await settle();
    expect(next.state).toBe("running");
  });

  it("stay unused for the rest time after each task", async () => {
    const slots = open({ slots: 1, restAfter: (tookMs) => 3 * tookMs });
    const [first, second] = ["a", "b"].map((holder) => start(slots, holder)) as [Task, Task];
    await vi.advanceTimersByTimeAsync(100);
    first.finish();
    await vi.advanceTimersByTimeAsync(299);
    expect(second.state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(second.state).toBe("running");
  });

  it("do not rest after a task that has only waited for its turn", async () => {
    const turn = Promise.withResolvers<void>();
    const turns = [turn.promise, Promise.resolve()];
    const slots = open({
      ...{ slots: 1, restAfter: () => 1_000 },
      pacer: { ...pacer, turn: () => turns.shift() ?? Promise.resolve() },
    });
    const [left, next] = ["a", "b"].map((holder) => start(slots, holder)) as [Task, Task];
    turn.reject(new Error("aborted"));
    await settle();
    expect(states([left, next])).toEqual(["left", "running"]);
  });

  it("are held by a task while it waits for its turn", async () => {
    let turns = 0;
    const slots = open({
      slots: 1,
      pacer: { ...pacer, turn: () => (turns++ === 1 ? new Promise(() => {}) : Promise.resolve()) },
    });
    const task = start(slots, "a");
    await settle();
    void task.work?.step();
    await settle();
    const next = start(slots, "b");
    await settle();
    expect(next.state).toBe("waiting");
  });

  it("are given back once, even if a part of the task goes on after it has ended", async () => {
    const slots = open({ slots: 1 });
    const ended = start(slots, "a");
    await settle();
    ended.finish();
    await settle();
    for (let count = 0; count < 3; count++) await ended.work?.aside(async () => {});
    const tasks = ["a", "b"].map((holder) => start(slots, holder));
    await settle();
    expect(states(tasks)).toEqual(["running", "waiting"]);
  });

  it("are passed on between two steps of a task, and while it waits aside", async () => {
    const slots = open({ slots: 1 });
    const [long, other] = ["a", "b"].map((holder) => start(slots, holder)) as [Task, Task];
    await settle();
    const step = long.work?.step();
    await settle();
    expect(other.state).toBe("running");
    other.finish();
    await settle();
    await step;

    const answer = Promise.withResolvers<string>();
    const waiting = long.work?.aside(() => answer.promise);
    const meanwhile = start(slots, "c");
    await settle();
    expect(meanwhile.state).toBe("running");
    answer.resolve("answer");
    meanwhile.finish();
    await settle();
    expect(await waiting).toBe("answer");
    long.leave();
    await expect(long.work?.step()).rejects.toThrow("aborted");
  });
});

/** Ends a step of a running task, which then waits until it gets a slot again. */
function stepOf(task: Task | undefined): void {
  if (task?.state !== "running") return;
  task.state = "waiting";
  task.work?.step().then(
    () => {
      if (task.state === "waiting") task.state = "running";
    },
    () => {},
  );
}

type Command =
  | { readonly kind: "start"; readonly holder: string }
  | { readonly kind: "finish" | "leave" | "step"; readonly index: number };

const HOLDERS = ["a", "b", "c"];
const commands: fc.Arbitrary<readonly Command[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("start" as const), holder: fc.constantFrom(...HOLDERS) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom("finish", "leave", "step"), index: fc.nat({ max: 40 }) }),
    },
  ),
  { maxLength: 40 },
);

it("are never more than configured, never idle while a task waits, and shared while others wait", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), commands, async (size, all) => {
      const slots = open({ slots: size, maxWaiting: 20, maxWaitMs: 1e6 });
      const tasks: Task[] = [];
      const isOver = ({ state }: Task) => state !== "waiting" && state !== "running";
      for (const command of all) {
        const held = (holder: string) => tasks.filter((one) => one.holder === holder && one.state === "running").length;
        const before = new Map(HOLDERS.map((holder) => [holder, held(holder)]));
        const waitedFor = new Set(tasks.filter(({ state }) => state === "waiting").map(({ holder }) => holder));
        if (command.kind === "start") tasks.push(start(slots, command.holder));
        else {
          const task = tasks.filter((one) => !isOver(one))[command.index];
          if (command.kind === "step") stepOf(task);
          else if (command.kind === "leave" && task?.state === "running") {
            task.leave();
            task.finish();
          } else task?.[command.kind]();
        }
        await settle();
        const running = tasks.filter(({ state }) => state === "running");
        expect(running.length).toBeLessThanOrEqual(size);
        if (tasks.some(({ state }) => state === "waiting")) expect(running).toHaveLength(size);
        for (const holder of HOLDERS) {
          const others = [...waitedFor].some((one) => one !== holder && (before.get(one) ?? 0) < Math.floor(size / 2));
          if (others && held(holder) > (before.get(holder) ?? 0))
            expect(held(holder)).toBeLessThanOrEqual(Math.max(1, Math.floor(size / 2)));
        }
      }
      for (const task of tasks) task.finish();
      await settle();
      expect(tasks.every(isOver)).toBe(true);
    }),
  );
});

it("never refuse a holder while others have filled their half of the queue", async () => {
  const slots = open({ slots: 2, maxWaiting: 8 });
  const flood = Array.from({ length: 20 }, () => start(slots, "a"));
  await settle();
  expect(flood.filter(({ state }) => state === "waiting")).toHaveLength(4);
  const other = start(slots, "b");
  await settle();
  expect(other.state).toBe("waiting");
  flood[0]?.finish();
  await settle();
  expect(other.state).toBe("running");
});
