import { describe, expect, it } from "vitest";
import type { Model, ModelAnswer } from "#server/models/model.ts";
import { errorOf, eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { type Reply, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const body = JSON.stringify(readExample("binary"));
const ANSWER: ModelAnswer = {
  modelVersion: `r13-c@${"a".repeat(40)}`,
  probabilities: { yes: 0.25, no: 0.75 },
  timing: { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false },
};

let gateway: TestGateway;
/** Running inferences, in order of their start. `end` completes the inference. */
let begun: { readonly at: number; readonly end: () => void }[];

/** Starts a gateway whose model answers when `end` is called. */
async function start(environment: Readonly<Record<string, string>>): Promise<void> {
  begun = [];
  const forecast: Model["forecast"] = () =>
    new Promise((resolve) => begun.push({ at: performance.now(), end: () => resolve(ANSWER) }));
  gateway = await startGateway(environment, (real) => ({ ...real, model: { ...real.model, forecast } }));
}

const load = () => gateway.gateway.admission.load();
const codeOf = (reply: Reply) => errorOf(reply.body).code;
const queueMsOf = ({ body: { timing } }: Reply): number => Object(timing).gateway_queue_ms;

describe("a model that hangs", () => {
  it("runs one inference per slot; the queued requests wait until their deadline, and the others are refused at once", async () => {
    await start({ MODEL_CONCURRENCY: "4", MODEL_QUEUE: "8" });
    const replies: Reply[] = [];
    await passDeadline(
      () => Promise.all(Array.from({ length: 4 + 8 + 100 }, async () => replies.push(await gateway.post(body)))),
      () => replies.length === 100,
    );
    expect(begun).toHaveLength(4);
    expect(replies.map(codeOf)).toEqual([
      ...Array.from({ length: 100 }, () => "QUEUE_FULL"),
      ...Array.from({ length: 12 }, () => "MODEL_TIMEOUT"),
    ]);
    for (const reply of replies.slice(0, 3)) {
      expectRefused(reply, { status: 429, code: "QUEUE_FULL" });
      expect(reply.headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
      const events = await eventsOf(gateway, reply);
      expect(events.map(({ kind }) => kind)).toEqual(["prediction.failed", "prediction.opened"]);
    }
    expect(load()).toEqual({ slots: 4, taken: 0, waiting: 0 });
  });
});

describe("a gateway with one slot", () => {
  it("reports the wait for the slot as gateway_queue_ms", async () => {
    await start({ MODEL_CONCURRENCY: "1" });
    const first = gateway.post(body);
    const running = await until("the first is running", () => begun[0]);
    const sentAt = performance.now();
    const second = gateway.post(body);
    await until("the second waits", () => load().waiting === 1);
    const waitsSince = performance.now();
    await until("it has waited a while", () => performance.now() > waitsSince + 50);
    const released = performance.now();
    running.end();
    const { at, end } = await until("the second is running", () => begun[1]);
    end();
    expect(queueMsOf(await first)).toBe(0);
    const queueMs = queueMsOf(await second);
    expect(queueMs).toBeGreaterThanOrEqual(released - waitsSince);
    expect(queueMs).toBeLessThanOrEqual(at - sentAt);
  });

  it("gives the slot of a caller who leaves during an inference to the next in the queue", async () => {
    await start({ MODEL_CONCURRENCY: "1" });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${gateway.key}` };
    const left = fetch(gateway.url, { method: "POST", headers, body, signal: leaving.signal });
    await until("the first is running", () => begun[0]);
    const second = gateway.post(body);
    await until("the second waits", () => load().waiting === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    (await until("the second is running", () => begun[1])).end();
    expect((await second).status).toBe(200);
    expect(load()).toEqual({ slots: 1, taken: 0, waiting: 0 });
  });

  it("admits a second credential to a full queue by refusing one request of the first", async () => {
    await start({ MODEL_CONCURRENCY: "1", MODEL_QUEUE: "4" });
    const many = Array.from({ length: 5 }, () => gateway.post(body));
    await until("the queue is full", () => load().waiting === 4);
    const few = gateway.post(body, { authorization: `Bearer ${await gateway.issue({ name: "few" })}` });
    const refused = await Promise.race(many);
    expectRefused(refused, { status: 429, code: "QUEUE_FULL" });
    for (let answered = 0; answered < 5; answered++) {
      (await until("another is running", () => begun[answered])).end();
    }
    const replies = await Promise.all([few, ...many]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await few).status).toBe(200);
  });
});
