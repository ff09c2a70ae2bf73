import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAdmission, type Place } from "./admission.ts";

const stay = new AbortController().signal;

/** Lets every promise that can settle do so. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Takes the one place there is, then lets these wait, and answers the order in which they are served. */
async function orderOf(credentials: readonly string[]): Promise<string[]> {
  const admission = createAdmission(1, credentials.length);
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
  it("takes as many at once as there are places, without a wait", async () => {
    const admission = createAdmission(3, 0);
    const places = await Promise.all(["a", "a", "b"].map((id) => admission.enter(id, stay)));
    expect(places.map(({ waited }) => waited)).toEqual([0, 0, 0]);
    expect(admission.load()).toEqual({ places: 3, taken: 3, waiting: 0 });
  });

  it("refuses with QUEUE_FULL, at once, who would wait beyond the queue's end", async () => {
    const admission = createAdmission(1, 2);
    const place = await admission.enter("a", stay);
    const waits = [admission.enter("a", stay), admission.enter("b", stay)];
    await expect(admission.enter("c", stay)).rejects.toMatchObject({ code: "QUEUE_FULL", retryAfter: 1 });
    expect(admission.load()).toEqual({ places: 1, taken: 1, waiting: 2 });
    place.leave();
    (await Promise.race(waits)).leave();
    (await Promise.all(waits)).at(-1)?.leave();
    expect(admission.load()).toEqual({ places: 1, taken: 0, waiting: 0 });
  });

  it("serves a credential's requests in the order they came", async () => {
    expect(await orderOf(["a", "a", "a"])).toEqual(["a0", "a1", "a2"]);
  });

  it("lets credentials take turns, so that the many of one do not hold up the few of another", async () => {
    expect(await orderOf(["a", "a", "a", "a", "b", "c", "b"])).toEqual(["a0", "b4", "c5", "a1", "b6", "a2", "a3"]);
  });

  it("rejects one who has left already, and takes no place for them", async () => {
    const admission = createAdmission(1, 1);
    await expect(admission.enter("a", AbortSignal.abort("gone"))).rejects.toBe("gone");
    expect(admission.load()).toEqual({ places: 1, taken: 0, waiting: 0 });
  });

  it("gives the wait of one who leaves to the next, and passes over them", async () => {
    const admission = createAdmission(1, 1);
    const place = await admission.enter("a", stay);
    const leaving = new AbortController();
    const left = expect(admission.enter("b", leaving.signal)).rejects.toBe("caller left");
    leaving.abort("caller left");
    await left;
    const next = admission.enter("c", stay);
    place.leave();
    expect(admission.load()).toEqual({ places: 1, taken: 1, waiting: 0 });
    (await next).leave();
    expect(admission.load().taken).toBe(0);
  });

  it("does not take a place back when the signal is aborted after the place was given", async () => {
    const admission = createAdmission(1, 1);
    const place = await admission.enter("a", stay);
    const leaving = new AbortController();
    const next = admission.enter("b", leaving.signal);
    place.leave();
    leaving.abort("too late");
    const given = await next;
    expect(admission.load().taken).toBe(1);
    given.leave();
    expect(admission.load().taken).toBe(0);
  });

  it("frees a place once, however often it is left", async () => {
    const admission = createAdmission(1, 2);
    const place = await admission.enter("a", stay);
    const waits = [admission.enter("b", stay), admission.enter("c", stay)];
    place.leave();
    place.leave();
    (await waits[0])?.leave();
    expect(admission.load()).toEqual({ places: 1, taken: 1, waiting: 0 });
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
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 5 }), steps, async (places, mayWait, plan) => {
        const admission = createAdmission(places, mayWait);
        const given: { id: number; place: Place }[] = [];
        const waiting: { id: number; credential: string; controller: AbortController }[] = [];
        const refused: number[] = [];
        /** The model: who should be served, in order; and whose turn it is. */
        const expected: number[] = [];
        const served: number[] = [];
        let turns: string[] = [];

        const serveNext = () => {
          const [credential] = turns;
          const next = waiting.find((one) => one.credential === credential);
          if (next === undefined || credential === undefined) return;
          waiting.splice(waiting.indexOf(next), 1);
          expected.push(next.id);
          turns = turns.slice(1);
          if (waiting.some((one) => one.credential === credential)) turns.push(credential);
        };

        for (const [id, step] of plan.entries()) {
          if (step.do === "enter") {
            const controller = new AbortController();
            const { taken } = admission.load();
            if (taken < places) expected.push(id);
            else if (waiting.length < mayWait) {
              waiting.push({ id, credential: step.credential, controller });
              if (!turns.includes(step.credential)) turns.push(step.credential);
            } else refused.push(id);
            admission.enter(step.credential, controller.signal).then(
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
            const [one] = waiting.splice(step.which % waiting.length, 1);
            one?.controller.abort("left");
            turns = turns.filter((credential) => waiting.some((other) => other.credential === credential));
          }
          await settle();
          expect(served).toEqual(expected);
          expect(admission.load()).toEqual({ places, taken: given.length, waiting: waiting.length });
          expect(given.length).toBeLessThanOrEqual(places);
        }
        for (const { controller } of waiting) controller.abort("left");
        for (const { place } of given) place.leave();
        expect(admission.load()).toEqual({ places, taken: 0, waiting: 0 });
      }),
    );
  });
});
