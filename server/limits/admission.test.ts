import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAdmission, type Slot } from "./admission.ts";
import type { Deadline } from "./deadline.ts";

const stay: Pick<Deadline, "signal" | "at"> = { signal: new AbortController().signal, at: Number.POSITIVE_INFINITY };

const admit = (slots: number, mayWait: number) => createAdmission({ slots, mayWait, now: () => performance.now() });

/** Waits until every promise that can settle has settled. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("admission to the model", () => {
  it("rejects immediately with QUEUE_FULL if the queue is full", async () => {
    const admission = admit(1, 2);
    const slot = await admission.enter("a", stay);
    const waits = [admission.enter("a", stay), admission.enter("b", stay)];
    await expect(admission.enter("c", stay)).rejects.toMatchObject({ code: "QUEUE_FULL", retryAfter: 1 });
    expect(admission.load()).toEqual({ slots: 1, taken: 1, waiting: 2 });
    slot.leave();
    await Promise.all(waits.map(async (wait) => (await wait).leave()));
    expect(admission.load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("evicts the newest request of the credential with the most waiting requests for a credential with few", async () => {
    const admission = admit(1, 4);
    const slot = await admission.enter("a", stay);
    const ends: string[] = [];
    const enter = (name: string) =>
      admission.enter(name.slice(0, 1), stay).then(
        (granted) => {
          ends.push(`${name} served`);
          granted.leave();
        },
        ({ code, retryAfter }) => ends.push(`${name} ${code} ${retryAfter}`),
      );
    const waits = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "a5", "c1"].map(enter);
    await settle();
    const full = (name: string) => `${name} QUEUE_FULL 1`;
    expect(ends.toSorted()).toEqual(["a2", "a3", "a4", "a5", "b3"].map(full));
    slot.leave();
    await Promise.all(waits);
    expect(ends.slice(5)).toEqual(["b1 served", "c1 served", "a1 served", "b2 served"]);
    expect(admission.load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("rejects a request whose caller has already disconnected, without taking a slot", async () => {
    const admission = admit(1, 1);
    const gone = { ...stay, signal: AbortSignal.abort("gone") };
    await expect(admission.enter("a", gone)).rejects.toBe("gone");
    expect(admission.load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("does not free a granted slot when the signal aborts", async () => {
    const admission = admit(1, 1);
    const slot = await admission.enter("a", stay);
    const leaving = new AbortController();
    const next = admission.enter("b", { ...stay, signal: leaving.signal });
    slot.leave();
    leaving.abort("too late");
    const granted = await next;
    expect(admission.load().taken).toBe(1);
    granted.leave();
    expect(admission.load().taken).toBe(0);
  });

  it("frees a slot only once", async () => {
    const admission = admit(1, 2);
    const slot = await admission.enter("a", stay);
    const waits = [admission.enter("b", stay), admission.enter("c", stay)];
    slot.leave();
    slot.leave();
    (await waits[0])?.leave();
    expect(admission.load()).toEqual({ slots: 1, taken: 1, waiting: 0 });
    (await waits[1])?.leave();
  });

  type Step =
    | { readonly do: "enter"; readonly credential: string }
    | { readonly do: "leave" | "abort"; readonly which: number };

  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant("enter" as const), credential: fc.constantFrom("a", "b", "c") }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant("leave" as const), which: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("abort" as const), which: fc.nat() }) },
    ),
    { maxLength: 60 },
  );

  it("never leaks a slot or a waiting request, never admits too many, and behaves like the reference model", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 5 }), steps, async (slots, mayWait, plan) => {
        const admission = admit(slots, mayWait);
        const granted: { id: number; slot: Slot }[] = [];
        const waiting: { id: number; credential: string; controller: AbortController }[] = [];
        const refused: number[] = [];
        /** The reference model: the expected order of service, waiting credentials, and each credential's last turn. */
        const expected: number[] = [];
        const served: number[] = [];
        let turns: string[] = [];
        const turnOf: Record<string, number> = { a: 0, b: 0, c: 0 };
        const of = (credential: string) => waiting.filter((one) => one.credential === credential);

        const serve = (id: number, credential: string) => {
          turnOf[credential] = expected.push(id);
        };
        const drop = (one: (typeof waiting)[number]) => {
          waiting.splice(waiting.indexOf(one), 1);
          turns = turns.filter((credential) => of(credential).length > 0);
        };
        const serveNext = () => {
          const [credential = ""] = turns.toSorted((one, other) => (turnOf[one] ?? 0) - (turnOf[other] ?? 0));
          const [next] = of(credential);
          if (next === undefined) return;
          serve(next.id, credential);
          drop(next);
        };
        const yieldTo = (credential: string) => {
          const most = Math.max(0, ...turns.map((one) => of(one).length));
          const other = turns.find((one) => of(one).length === most);
          const newest = of(other ?? "").at(-1);
          if (newest === undefined || most <= of(credential).length + 1) return false;
          refused.push(newest.id);
          drop(newest);
          return true;
        };

        for (const [id, step] of plan.entries()) {
          if (step.do === "enter") {
            const { credential } = step;
            const controller = new AbortController();
            if (admission.load().taken < slots) serve(id, credential);
            else if (waiting.length < mayWait || yieldTo(credential)) {
              waiting.push({ id, credential, controller });
              if (!turns.includes(credential)) turns.push(credential);
            } else refused.push(id);
            admission.enter(credential, { ...stay, signal: controller.signal }).then(
              (slot) => {
                served.push(id);
                granted.push({ id, slot });
              },
              (error) => error === "left" || expect(refused).toContain(id),
            );
          } else if (step.do === "leave" && granted.length > 0) {
            const [one] = granted.splice(step.which % granted.length, 1);
            one?.slot.leave();
            serveNext();
          } else if (step.do === "abort" && waiting.length > 0) {
            const one = waiting[step.which % waiting.length];
            if (one === undefined) continue;
            one.controller.abort("left");
            drop(one);
          }
          await settle();
          expect(served).toEqual(expected);
          expect(admission.load()).toEqual({ slots, taken: granted.length, waiting: waiting.length });
          expect(granted.length).toBeLessThanOrEqual(slots);
        }
        for (const { controller } of waiting) controller.abort("left");
        for (const { slot } of granted) slot.leave();
        expect(admission.load()).toEqual({ slots, taken: 0, waiting: 0 });
      }),
    );
  });
});

describe("background work", () => {
  it("gets all free slots except one, which stays free for callers", async () => {
    const admission = admit(3, 0);
    const { signal } = new AbortController();
    const admitted: Slot[] = [];
    const waits = [1, 2, 3].map(async () => admitted.push(await admission.enterInBackground(signal)));
    await settle();
    expect(admitted).toHaveLength(2);
    const caller = await admission.enter("caller", stay);
    expect(caller.waited).toBe(0);
    caller.leave();
    await settle();
    expect(admitted).toHaveLength(2);
    admitted[0]?.leave();
    await Promise.all(waits);
    expect(admission.load()).toMatchObject({ taken: 2, waiting: 0 });
  });

  it("waits while any request waits, and takes the only slot when no request waits", async () => {
    const admission = admit(1, 2);
    const first = await admission.enter("caller", stay);
    const served: string[] = [];
    const { signal } = new AbortController();
    const background = admission.enterInBackground(signal).then((slot) => {
      served.push("background");
      return slot;
    });
    const callers = ["a", "b"].map(async (id) => {
      const slot = await admission.enter(id, stay);
      served.push(id);
      slot.leave();
    });
    first.leave();
    await Promise.all(callers);
    (await background).leave();
    expect(served).toEqual(["a", "b", "background"]);
  });

  it("stops waiting when its signal aborts", async () => {
    const admission = admit(1, 0);
    const slot = await admission.enter("caller", stay);
    const controller = new AbortController();
    const background = admission.enterInBackground(controller.signal);
    controller.abort(new Error("paused"));
    await expect(background).rejects.toThrow("paused");
    slot.leave();
    expect(admission.load().taken).toBe(0);
  });
});
