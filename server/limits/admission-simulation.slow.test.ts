import { describe, expect, it } from "vitest";
import { type SimulatedEnd, type SimulatedRequest, simulateAdmission } from "#test/simulate-admission.ts";

const SPAN_MS = 20_000;

/** A seeded random number generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Simulates requests of one credential that arrive as a Poisson process until `untilMs`. */
function arrivals(
  credential: string,
  { perSecond, untilMs, serviceMs, random }: Arrivals & { readonly random: () => number },
): SimulatedRequest[] {
  const requests: SimulatedRequest[] = [];
  const gap = () => (-Math.log(1 - random()) * 1000) / perSecond;
  for (let at = gap(); at < untilMs; at += gap()) requests.push({ credential, at, serviceMs: serviceMs(random) });
  return requests;
}

interface Arrivals {
  readonly perSecond: number;
  readonly untilMs: number;
  readonly serviceMs: (random: () => number) => number;
}

function burst(count: number, withinMs: number, serviceMs: number, startMs = 0): SimulatedRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    credential: "a",
    at: startMs + (index * withinMs) / count,
    serviceMs,
  }));
}

const answeredOf = (ends: readonly SimulatedEnd[]) => ends.filter(({ end }) => end === "answered");
const latencyOf = ({ endedAt, request }: SimulatedEnd) => endedAt - request.at;

describe("a model that hangs", () => {
  it.each([
    ["from the start", []],
    ["after it has answered many requests", burst(100, 900, 1, -1_000)],
  ])(
    "%s gets one request per slot; the other requests wait until their deadline or are refused immediately",
    async (_, before) => {
      const requests = [...before, ...burst(8 + 64 + 100, 344, Number.POSITIVE_INFINITY)];
      const ends = await simulateAdmission({ slots: 8, mayWait: 64, deadlineMs: 1_000 }, requests);
      const hung = ends.filter(({ request }) => request.at >= 0);
      expect(hung.filter(({ reached }) => reached)).toHaveLength(8);
      const refused = hung.filter(({ end }) => end === "QUEUE_FULL");
      expect(refused).toHaveLength(100);
      for (const one of refused) expect(latencyOf(one)).toBe(0);
      for (const one of hung.filter(({ end }) => end === "timeout")) expect(latencyOf(one)).toBe(1_000);
    },
  );

  it("for a single request then serves the waiting requests, even if no other request arrives", async () => {
    const slow = burst(1, 1, 600);
    const waiting = burst(3, 1, 50, 100);
    const ends = await simulateAdmission({ slots: 1, mayWait: 8, deadlineMs: 1_000 }, [...slow, ...waiting]);
    expect(answeredOf(ends)).toHaveLength(4);
  });

  it("and then recovers answers the waiting requests that have time left", async () => {
    const stuck = burst(2, 1, Number.POSITIVE_INFINITY);
    const late = burst(4, 100, 50, 800);
    const ends = await simulateAdmission({ slots: 2, mayWait: 8, deadlineMs: 1_000 }, [...stuck, ...late]);
    expect(answeredOf(ends)).toHaveLength(4);
  });
});

describe("a credential that sends ten times its share", () => {
  const options = { slots: 8, mayWait: 64, deadlineMs: 30_000 };
  const services: [string, Arrivals["serviceMs"]][] = [
    ["always takes 100 ms", () => 100],
    ["takes 50 to 150 ms", (random) => 50 + 100 * random()],
    ["takes 100 ms on average, sometimes much longer", (random) => -100 * Math.log(1 - random())],
  ];
  const share = 40;

  it.each(services)("at most doubles the latency of another credential if the model %s", async (_, serviceMs) => {
    for (const load of [0.1, 0.5, 0.7]) {
      const random = randomFrom(1);
      const few = arrivals("few", { perSecond: load * share, untilMs: SPAN_MS, serviceMs, random });
      const many = arrivals("many", { perSecond: 10 * share, untilMs: SPAN_MS, serviceMs, random });
      const alone = await simulateAdmission(options, few);
      const shared = (await simulateAdmission(options, [...few, ...many])).filter(
        ({ request }) => request.credential === "few",
      );
      expect(answeredOf(shared)).toHaveLength(few.length);
      expect(meanOf(shared.map(latencyOf))).toBeLessThan(2 * meanOf(alone.map(latencyOf)));
    }
  });

  it("gets all capacity that other credentials do not use", async () => {
    const random = randomFrom(2);
    const many = arrivals("many", { perSecond: 10 * share, untilMs: SPAN_MS, serviceMs: () => 100, random });
    const ends = await simulateAdmission(options, many);
    expect(answeredOf(ends).length).toBeGreaterThan(0.98 * 2 * share * 20);
  });
});

describe("more requests than the model can answer in time", () => {
  const options = { slots: 8, mayWait: 64, deadlineMs: 30_000 };

  /** Log-normal service times with this mean and coefficient of variation. */
  const logNormal = (meanMs: number, variation: number) => (random: () => number) => {
    const variance = Math.log(1 + variation ** 2);
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return meanMs * Math.exp(Math.sqrt(variance) * normal - variance / 2);
  };

  it.each([
    [5_000, 0.5, 0.9],
    [5_000, 1, 0.9],
    [10_000, 0.5, 0.85],
    [10_000, 1, 0.85],
  ])(
    "at three times the capacity still use most of the capacity (mean %i ms, variation %d)",
    async (meanMs, variation, share) => {
      const perSecond = (3 * options.slots * 1000) / meanMs;
      const untilMs = 100 * meanMs;
      const service = { serviceMs: logNormal(meanMs, variation), random: randomFrom(3) };
      const ends = await simulateAdmission(options, arrivals("a", { perSecond, untilMs, ...service }));
      expect(answeredOf(ends).length).toBeGreaterThan(share * options.slots * 100);
    },
  );

  it("are all answered if they arrive together and the last one finishes just before its deadline", async () => {
    const ends = await simulateAdmission(options, burst(8 + 64, 10, 3_000));
    expect(answeredOf(ends)).toHaveLength(8 + 64);
  });
});

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
