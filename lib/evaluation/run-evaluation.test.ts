import { describe, expect, it } from "vitest";
import { type Asked, type Busy, ModelUnavailable, runEvaluation, type Store } from "./run-evaluation.ts";

const signal = new AbortController().signal;
const cases = Array.from({ length: 40 }, (_, index) => index);
const answerTo = (one: number): Asked => ({
  ok: true,
  modelVersion: "v",
  probabilities: { a: one / 40, b: 1 - one / 40 },
});

function memory(): Store & { readonly kept: Map<number, Asked> } {
  const kept = new Map<number, Asked>();
  return { kept, keep: async (index, asked) => void kept.set(index, asked) };
}

function run(ask: (one: number) => Promise<Asked | Busy>, store = memory(), parallel = 3, stop = signal) {
  return runEvaluation({ cases, ask, store, parallel, signal: stop, pause: async () => {}, step: () => {} });
}

describe("an evaluation", () => {
  it("returns the answers in the order of the cases, even if they arrive in another order", async () => {
    const turns: (() => void)[] = [];
    const answers = run(async (one) => {
      await new Promise<void>((resolve) => turns.push(resolve));
      return answerTo(one);
    });
    const release = setInterval(() => turns.pop()?.());
    expect(await answers).toEqual(cases.map(answerTo));
    clearInterval(release);
  });

  it("limits the number of concurrent cases", async () => {
    let [running, most] = [0, 0];
    await run(async (one) => {
      running++;
      most = Math.max(most, running);
      await Promise.resolve();
      running--;
      return answerTo(one);
    });
    expect(most).toBe(3);
  });

  it.each([1, 3])(
    "resumes after a stop, %d at once: no case is asked twice, and the answers are the same",
    async (parallel) => {
      const store = memory();
      const stop = new AbortController();
      const asked: number[] = [];
      const first = run(
        async (one) => {
          asked.push(one);
          if (asked.length === 20) stop.abort(new Error("stopped"));
          return answerTo(one);
        },
        store,
        parallel,
        stop.signal,
      );
      await expect(first).rejects.toThrow("stopped");
      expect(store.kept.size).toBeGreaterThanOrEqual(19);
      const before = [...store.kept.keys()];
      const answers = await run(
        async (one) => {
          expect(before).not.toContain(one);
          return answerTo(one);
        },
        store,
        parallel,
      );
      expect(answers).toEqual(cases.map(answerTo));
    },
  );

  it("stores refusals, and retries a busy model without storing one", async () => {
    const store = memory();
    let busy = 0;
    const answers = await run(async (one) => {
      if (one === 7 && busy++ < 5) return { ok: "busy", code: "QUEUE_FULL", retrySeconds: 1 };
      return one === 9 ? { ok: false, code: "TASK_NOT_SUPPORTED", reason: "too long" } : answerTo(one);
    }, store);
    expect(answers[7]).toEqual(answerTo(7));
    expect(answers[9]).toEqual({ ok: false, code: "TASK_NOT_SUPPORTED", reason: "too long" });
    expect(store.kept.get(9)).toEqual(answers[9]);
  });

  it("stops if the model stays unavailable, and stores the answers so far", async () => {
    const store = memory();
    const down = run(async (one) => {
      return one < 10 ? answerTo(one) : { ok: "busy", code: "MODEL_OFFLINE", retrySeconds: 1 };
    }, store);
    await expect(down).rejects.toThrow(ModelUnavailable);
    expect(store.kept.size).toBe(10);
  });
});
