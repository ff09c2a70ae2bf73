import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAdmission, type Slot } from "./admission.ts";
import type { Deadline } from "./deadline.ts";

const stay: Pick<Deadline, "signal" | "at"> = { signal: new AbortController().signal, at: Number.POSITIVE_INFINITY };

const admit = (slots: number, mayWait: number) => createAdmission({ slots, mayWait, now: () => performance.now() });

/** Lets every promise that can settle do so. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Takes the one place there is, then lets these wait, and answers the order in which they are served. */
async function orderOf(credentials: readonly string[]): Promise<string[]> {
  const admission = admit(1, credentials.length);
  const first = await admission.enter("first", stay);
  const served: string[] = [];
  const waits = credentials.map(async (credential, index) => {
    const place = await admission.enter(credential, stay);
    served.push(`${credential}${index}`);
    place.leave();
  });
  first.leave();
  await Promise.all(waits);
  return served;
}

describe("admission to the model", () => {
  it("takes as many at once as there are slots, without a wait", async () => {
    const admission = admit(3, 0);
    const slots = await Promise.all(["a", "a", "b"].map((id) => admission.enter(id, stay)));
    expect(slots.map(({ waited }) => waited)).toEqual([0, 0, 0]);
    expect(admission.load()).toEqual({ slots: 3, taken: 3, waiting: 0 });
  });

  it("refuses with QUEUE_FULL, at once, who would wait beyond the queue's end", async () => {
    const admission = admit(1, 2);
    const place = await admission.enter("a", stay);
    const waits = [admission.enter("a", stay), admission.enter("b", stay)];
    await expect(admission.enter("c", stay)).rejects.toMatchObject({ code: "QUEUE_FULL", retryAfter: 1 });
    expect(admission.load()).toEqual({ slots: 1, taken: 1, waiting: 2 });
    place.leave();
    await Promise.all(waits.map(async (wait) => (await wait).leave()));
    expect(admission.load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("serves a credential's requests in the order they came", async () => {
    expect(await orderOf(["a", "a", "a"])).toEqual(["a0", "a1", "a2"]);
  });

  it("lets credentials take turns, so that the many of one do not hold up the few of another", async () => {
    expect(await orderOf(["a", "a", "a", "a", "b", "c", "b"])).toEqual(["a0", "b4", "c5", "a1", "b6", "a2", "a3"]);
  });

  it("serves first the credential whose last place is the longest ago, whoever came first", async () => {
    const admission = admit(1, 3);
    const place = await admission.enter("many", stay);
    const served: string[] = [];
    const waits = ["many", "many", "few"].map(async (credential) => {
      const given = await admission.enter(credential, stay);
      served.push(credential);
      given.leave();
    });
    place.leave();
    await Promise.all(waits);
    expect(served).toEqual(["few", "many", "many"]);
  });

  it("makes room for a credential with few waiting: the newest of the one with the most is refused", async () => {
    const admission = admit(1, 4);
    const place = await admission.enter("a", stay);
    const ends: string[] = [];
    const enter = (name: string) =>
      admission.enter(name.slice(0, 1), stay).then(
        (given) => {
          ends.push(`${name} served`);
          given.leave();
        },
        ({ code, retryAfter }) => ends.push(`${name} ${code} ${retryAfter}`),
      );
    const waits = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "a5", "c1"].map(enter);
    await settle();
    const full = (name: string) => `${name} QUEUE_FULL 1`;
    expect(ends.toSorted()).toEqual(["a2", "a3", "a4", "a5", "b3"].map(full));
    place.leave();
    await Promise.all(waits);
    expect(ends.slice(5)).toEqual(["b1 served", "c1 served", "a1 served", "b2 served"]);
    expect(admission.load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("rejects one who has left already, and takes no place for them", async () => {
    const admission = admit(1, 1);
    const gone = { ...stay, signal: AbortSignal.abort("gone") };
    await expect(admission.enter("a", gone)).rejects.toBe("gone");
    expect(admission.load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("gives the wait of one who leaves to the next, and passes over them", async () => {
    const admission = admit(1, 1);
    const place = await admission.enter("a", stay);
    const leaving = new AbortController();
    const left = expect(admission.enter("b", { ...stay, signal: leaving.signal })).rejects.toBe("caller left");
    leaving.abort("caller left");
    await left;
    const next = admission.enter("c", stay);
    place.leave();
    expect(admission.load()).toEqual({ slots: 1, taken: 1, waiting: 0 });
    (await next).leave();
    expect(admission.load().taken).toBe(0);
  });

  it("does not take a place back when the signal is aborted after the place was given", async () => {
    const admission = admit(1, 1);
    const place = await admission.enter("a", stay);
    const leaving = new AbortController();
    const next = admission.enter("b", { ...stay, signal: leaving.signal });
    place.leave();
    leaving.abort("too late");
    const given = await next;
    expect(admission.load().taken).toBe(1);
    given.leave();
    expect(admission.load().taken).toBe(0);
  });

  it("frees a place once, however often it is left", async () => {
    const admission = admit(1, 2);
    const place = await admission.enter("a", stay);
    const waits = [admission.enter("b", stay), admission.enter("c", stay)];
    place.leave();
    place.leave();
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

  it("never leaks a place or a wait, never admits too many, and serves as a plain model of it does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 5 }), steps, async (slots, mayWait, plan) => {
        const admission = admit(slots, mayWait);
        const given: { id: number; place: Slot }[] = [];
        const waiting: { id: number; credential: string; controller: AbortController }[] = [];
        const refused: number[] = [];
        /** The model: who should be served, in order; which credentials wait; the last turn of each. */
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
              (place) => {
                served.push(id);
                given.push({ id, place });
              },
              (error) => error === "left" || expect(refused).toContain(id),
            );
          } else if (step.do === "leave" && given.length > 0) {
            const [one] = given.splice(step.which % given.length, 1);
            one?.place.leave();
            serveNext();
          } else if (step.do === "abort" && waiting.length > 0) {
            const one = waiting[step.which % waiting.length];
            if (one === undefined) continue;
            one.controller.abort("left");
            drop(one);
          }
          await settle();
          expect(served).toEqual(expected);
          expect(admission.load()).toEqual({ slots, taken: given.length, waiting: waiting.length });
          expect(given.length).toBeLessThanOrEqual(slots);
        }
        for (const { controller } of waiting) controller.abort("left");
        for (const { place } of given) place.leave();
        expect(admission.load()).toEqual({ slots, taken: 0, waiting: 0 });
      }),
    );
  });
});
