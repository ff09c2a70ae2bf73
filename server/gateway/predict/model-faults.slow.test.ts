import { beforeAll, describe, expect, it, vi } from "vitest";
import { GatewayError } from "#server/base/errors.ts";
import type { Model, ModelAnswer } from "#server/models/model.ts";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { type Reply, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

const body = JSON.stringify(readExample("binary"));
const TIMING = { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false };
const RIGHT: ModelAnswer = {
  modelVersion: `r13-c@${"a".repeat(40)}`,
  probabilities: { yes: 0.25, no: 0.75 },
  timing: TIMING,
};

let gateway: TestGateway;
/** Methods of the model that a test replaces. */
let acting: Partial<Model>;
/** Number of calls of the model's forecast(). */
let forecasts = 0;

async function start(environment: Record<string, string> = {}): Promise<void> {
  gateway = await startGateway(environment, (real) => {
    const { model } = real;
    const forecast: Model["forecast"] = (...given) => {
      forecasts++;
      return (acting.forecast ?? model.forecast)(...given);
    };
    return { ...real, model: { ...model, forecast, readiness: () => (acting.readiness ?? model.readiness)() } };
  });
}

const answering = (answer: unknown): Partial<Model> => ({ forecast: async () => answer as ModelAnswer });

/** Expects the opening and the failure in the audit log, and no forecast. */
async function expectFailed(reply: Reply, status: number, code: string, cancelled = false): Promise<void> {
  expectRefused(reply, { status, code });
  const events = await eventsOf(gateway, reply);
  expect(events.map(({ kind }) => kind)).toEqual(["prediction.failed", "prediction.opened"]);
  expect(events[0]).toMatchObject({ code, cancelled });
}

describe("a model's answer", () => {
  beforeAll(() => start());

  it("is passed on unchanged if it obeys the contract", async () => {
    acting = answering(RIGHT);
    const { status, body: response } = await gateway.post(body);
    expect(status).toBe(200);
    expect(response.result).toMatchObject({ choice: "no", probabilities: { yes: 0.25, no: 0.75 } });
  });

  it("is refused as INVALID_MODEL_RESPONSE if invalid, and never fixed", async () => {
    const wrong: [string, object][] = [
      ["a sum off by more than 1e-6", { probabilities: { yes: 0.25, no: 0.750002 } }],
      ["an option too few", { probabilities: { no: 1 } }],
      ["an option too many", { probabilities: { yes: 0.25, no: 0.75, maybe: 0 } }],
      ["another option", { probabilities: { yes: 0.25, No: 0.75 } }],
      ["a negative number", { probabilities: { yes: -0.25, no: 1.25 } }],
      ["no number", { probabilities: { yes: "0.25", no: 0.75 } }],
      ["NaN", { probabilities: { yes: Number.NaN, no: 1 } }],
      ["null", { probabilities: { yes: null, no: 1 } }],
      ["another version", { modelVersion: "r13-c@abc" }],
      ["capitals in the version", { modelVersion: `r13-c@${"A".repeat(40)}` }],
    ];
    for (const [, change] of wrong) {
      acting = answering({ ...RIGHT, ...change });
      await expectFailed(await gateway.post(body), 502, "INVALID_MODEL_RESPONSE");
    }
  });

  it("is refused as INVALID_MODEL_TIMING if its times are missing, invalid, or longer than measured", async () => {
    const wrong = [
      { inference_ms: undefined },
      { load_ms: null },
      { model_queue_ms: -1 },
      { inference_ms: Number.NaN },
      { inference_ms: Number.POSITIVE_INFINITY },
      { inference_ms: "1" },
      { cold_start: undefined },
      { cold_start: 1 },
      { inference_ms: 60_000 },
      { model_queue_ms: 30_000, load_ms: 30_000 },
    ];
    for (const change of wrong) {
      acting = answering({ ...RIGHT, timing: { ...TIMING, ...change } });
      await expectFailed(await gateway.post(body), 502, "INVALID_MODEL_TIMING");
    }
  });
});

describe("a model that cannot answer", () => {
  beforeAll(() => start());

  it.each([
    ["offline", "MODEL_OFFLINE"],
    ["loading", "MODEL_NOT_READY"],
  ] as const)("is %s: %s with Retry-After", async (readiness, code) => {
    acting = { readiness: async () => readiness };
    await expectFailed(await gateway.post(body), 503, code);
  });

  it.each(["MODEL_OFFLINE", "MODEL_NOT_READY", "INVALID_MODEL_RESPONSE", "INVALID_MODEL_TIMING"] as const)(
    "and rejects with %s gets that code, without its detail",
    async (code) => {
      const detail = "upstream says: secret at /srv/model.py:12";
      acting = { forecast: () => Promise.reject(new GatewayError(code, { detail })) };
      const reply = await gateway.post(body);
      await expectFailed(reply, code.startsWith("MODEL") ? 503 : 502, code);
      expect(JSON.stringify(reply.body)).not.toContain("secret");
    },
  );

  it("and fails unexpectedly gets INTERNAL_ERROR, without a stack", async () => {
    acting = { forecast: () => Promise.reject(new TypeError("secret is not a function")) };
    const reply = await gateway.post(body);
    await expectFailed(reply, 500, "INTERNAL_ERROR");
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });
});

describe("a model that", () => {
  const deadlineMs = 60_000;
  beforeAll(() => start({ MODEL_DEADLINE_MS: String(deadlineMs) }));

  /** Sends a request whose deadline passes once it is under way. */
  function postUntilDeadline(act: Partial<Model>, isUnderWay = () => forecasts > 0): Promise<Reply> {
    acting = act;
    forecasts = 0;
    return passDeadline(() => gateway.post(body), isUnderWay, deadlineMs);
  }

  it("does not answer by the deadline gets MODEL_TIMEOUT and is aborted", async () => {
    let stopped = false;
    const forecast: Model["forecast"] = (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          stopped = true;
          reject(signal.reason);
        });
      });
    await expectFailed(await postUntilDeadline({ forecast }), 504, "MODEL_TIMEOUT");
    expect(stopped).toBe(true);
  });

  it("answers after the deadline gets MODEL_TIMEOUT", async () => {
    const forecast: Model["forecast"] = (_, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(RIGHT)));
    await expectFailed(await postUntilDeadline({ forecast }), 504, "MODEL_TIMEOUT");
  });

  it("never answers and ignores the abort gets MODEL_TIMEOUT", async () => {
    const never = () => new Promise<never>(() => {});
    await expectFailed(await postUntilDeadline({ forecast: never }), 504, "MODEL_TIMEOUT");
    // Waits for requireRoom(), because background jobs check the readiness too.
    const room = vi.spyOn(gateway.gateway.admission, "requireRoom");
    const reply = await postUntilDeadline({ readiness: never }, () => room.mock.calls.length > 0);
    await expectFailed(reply, 504, "MODEL_TIMEOUT");
    expect(gateway.gateway.admission.load().taken).toBe(0);
  });
});

describe("a model with one slot and a queue of one", () => {
  beforeAll(() => start({ MODEL_CONCURRENCY: "1", MODEL_QUEUE: "1" }));

  it("refuses a third request as QUEUE_FULL with Retry-After; a caller who leaves frees the slot", async () => {
    const waiting: (() => void)[] = [];
    let entered: () => void = () => {};
    const forecast: Model["forecast"] = () => {
      entered();
      return new Promise((resolve) => waiting.push(() => resolve(RIGHT)));
    };
    acting = { forecast };
    const running = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const first = gateway.post(body);
    await running;
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${gateway.key}` };
    const second = fetch(gateway.url, { method: "POST", headers, body, signal: leaving.signal });
    await expectUntil(() => gateway.gateway.admission.load().waiting === 1);
    await expectFailed(await gateway.post(body), 429, "QUEUE_FULL");
    leaving.abort();
    await expect(second).rejects.toThrow();
    await expectUntil(() => gateway.gateway.admission.load().waiting === 0);
    const third = gateway.post(body);
    await expectUntil(() => gateway.gateway.admission.load().waiting === 1);
    waiting.shift()?.();
    expect((await first).status).toBe(200);
    await expectUntil(() => waiting.length === 1);
    waiting.shift()?.();
    const { status, body: answered } = await third;
    expect(status).toBe(200);
    expect(Object(answered.timing).gateway_queue_ms).toBeGreaterThan(0);
  });

  it("gives requests a slot only after the model's readiness is known", async () => {
    let tell: (state: "offline") => void = () => {};
    const asked = new Promise<void>((resolve) => {
      acting = {
        readiness: () => {
          resolve();
          return new Promise((answer) => {
            tell = answer;
          });
        },
      };
    });
    const reply = gateway.post(body);
    await asked;
    expect(gateway.gateway.admission.load()).toMatchObject({ taken: 0, waiting: 0 });
    tell("offline");
    await expectFailed(await reply, 503, "MODEL_OFFLINE");
  });

  it("refuses with QUEUE_FULL if the queue is full, whether the model is ready or not", async () => {
    const { admission } = gateway.gateway;
    const leaving = new AbortController();
    const deadline = { signal: leaving.signal, at: Number.POSITIVE_INFINITY };
    const place = await admission.enter("other", deadline);
    const waiting = admission.enter("other", deadline);
    acting = { readiness: async () => "offline" };
    await expectFailed(await gateway.post(body), 429, "QUEUE_FULL");
    leaving.abort();
    await expect(waiting).rejects.toBeDefined();
    place.leave();
  });
});

async function expectUntil(holds: () => boolean): Promise<void> {
  const end = performance.now() + 240_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`it never came: ${holds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
