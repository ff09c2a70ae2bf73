import { afterEach, describe, expect, it } from "vitest";
import { catchLog } from "#test/catch-log.ts";
import { openaiShape, vllmShape } from "#test/completions.ts";
import { expectAllIsQuiet } from "#test/expect-quiet.ts";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { sendJson, withStatus } from "#test/faulty-model.ts";
import { believing, type Completing, MODEL, saying, startLanguageModel } from "#test/language-model.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { type Reply, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { untilModelIs } from "#test/until.ts";

const example = readExample("multiclass");
const body = JSON.stringify(example);
const belief = Object.fromEntries(Object.values(example.task.criteria).map((outcome) => [String(outcome), 0.2]));
const right = believing(belief);

const log = catchLog();

const model = await startLanguageModel();
const server = { MODEL_ADAPTER: "llm", MODEL_URL: model.url, MODEL_NAME: MODEL };
const completion = await startGateway(server, log.change);
const tokens = await startGateway({ ...server, MODEL_METHOD: "logprobs" }, log.change);
const observed = await startGateway({ ...server, MODEL_TIMING: "observed" }, log.change);

/** The gateways that the current test has used. */
const used = new Set<TestGateway>();

function post(gateway: TestGateway): Promise<Reply> {
  used.add(gateway);
  return gateway.post(body);
}

/**
 * Checks after every failure that no slot and no connection is in use, that the next request is answered, and that no
 * text of the server is logged.
 */
afterEach(async () => {
  model.behave(right);
  for (const gateway of used) {
    expect((await post(gateway)).status).toBe(200);
    await expectAllIsQuiet(gateway, model);
  }
  used.clear();
  expect(log.text()).not.toContain("secret");
});

async function expectFailed(gateway: TestGateway, reply: Reply, status: number, code: string): Promise<void> {
  expectRefused(reply, { status, code });
  expect(JSON.stringify(reply.body)).not.toContain("secret");
  const [outcome] = await eventsOf(gateway, reply);
  expect(outcome).toMatchObject({ kind: "prediction.failed", code });
}

const failingAtFirst =
  (failing: Completing, calls: number): Completing =>
  (...args) =>
    (args[2] < calls ? failing : right)(...args);

describe("answers that cannot be used", () => {
  const even = { A: 200, B: 200, C: 200, D: 200, E: 200 };
  const numbers = (changed: object) => saying({ content: JSON.stringify({ ...even, ...changed }) });

  describe.each<[string, Completing]>([
    ["lack a label", numbers({ E: undefined })],
    ["have an additional label", numbers({ F: 0 })],
    ["are not finite", saying({ content: '{"A":1e999,"B":0,"C":0,"D":0,"E":0}' })],
    ["contain null", numbers({ A: null })],
    ["sum to less than 90 percent", numbers({ A: 99 })],
    ["sum to more than 110 percent", numbers({ A: 301 })],
    ["are below 0", numbers({ A: -1, B: 401 })],
    ["are above 1000", numbers({ A: 1001, B: 0, C: 0, D: 0, E: 0 })],
    ["are stated in percent", saying({ content: '{"A":20,"B":20,"C":20,"D":20,"E":20}' })],
    ["did not finish", saying({ content: JSON.stringify(even), finish_reason: "length" })],
    ["were filtered", saying({ content: JSON.stringify(even), finish_reason: "content_filter" })],
    ["refuse", saying({ content: null, refusal: "I cannot help with secret things." })],
    ["refuse in prose", saying({ content: "I am sorry, but secret." })],
    ["have no content", saying({ content: null })],
  ])("because they %s", (_, failing) => {
    it("are excluded if they are fewer than half", async () => {
      model.behave(failingAtFirst(failing, 2));
      const reply = await post(completion);
      expect(reply.status).toBe(200);
      expect(model.requests).toHaveLength(5);
      const [answered] = await eventsOf(completion, reply);
      expect(answered).toMatchObject({ trace: { samples: 5, rejected: [{ sample: 0 }, { sample: 1 }] } });
      expect(JSON.stringify(answered)).not.toContain("secret");
    });

    it("cause INVALID_MODEL_RESPONSE if they are more than half, and no further call starts", async () => {
      model.behave(failingAtFirst(failing, 3));
      await expectFailed(completion, await post(completion), 502, "INVALID_MODEL_RESPONSE");
      expect(model.requests).toHaveLength(3);
    });
  });

  it("cause INVALID_MODEL_RESPONSE if the labels have too little probability", async () => {
    model.behave(saying({ content: "S", top: Object.entries({ secret: 0.6, A: 0.2, B: 0.2 }) }));
    await expectFailed(tokens, await post(tokens), 502, "INVALID_MODEL_RESPONSE");
    expect(model.requests).toHaveLength(3);
  });
});

describe("a server that returns no logprobs", () => {
  it.each([[{ content: "A" }], [{ content: "A", top: [] }]])(
    "fails the forecast immediately, without a fallback to another method: %j",
    async (answer) => {
      model.behave(failingAtFirst(saying(answer), 1));
      await expectFailed(tokens, await post(tokens), 502, "INVALID_MODEL_RESPONSE");
      expect(model.requests).toHaveLength(1);
      expect(model.requests[0]?.body.response_format).toBeUndefined();
    },
  );
});

describe("a server that does not report call times", () => {
  it("causes INVALID_MODEL_TIMING, even if only one call has no time", async () => {
    model.behave(believing(belief, openaiShape));
    for (const gateway of [completion, tokens]) {
      await expectFailed(gateway, await post(gateway), 502, "INVALID_MODEL_TIMING");
    }
    model.behave(failingAtFirst(believing(belief, openaiShape), 1));
    await expectFailed(completion, await post(completion), 502, "INVALID_MODEL_TIMING");
  });

  it("causes INVALID_MODEL_TIMING if it reports more than the observed time", async () => {
    const slow = (answer: Parameters<typeof vllmShape>[0]) => ({
      ...openaiShape(answer),
      timings: { prompt_ms: 60_000, predicted_ms: 0 },
    });
    model.behave(believing(belief, slow));
    await expectFailed(completion, await post(completion), 502, "INVALID_MODEL_TIMING");
  });

  it("is timed by the gateway's clock if MODEL_TIMING is observed, even if it reports times", async () => {
    for (const shape of [openaiShape, vllmShape]) {
      model.behave(believing(belief, shape));
      const reply = await post(observed);
      expect(reply.status).toBe(200);
      const { model_queue_ms, inference_ms, load_ms, cold_start, gateway_total_ms } = Object(reply.body.timing);
      expect({ model_queue_ms, load_ms, cold_start }).toEqual({ model_queue_ms: 0, load_ms: 0, cold_start: false });
      expect(inference_ms).toBeGreaterThan(1);
      expect(inference_ms).toBeLessThan(gateway_total_ms);
      expect((await eventsOf(observed, reply))[0]).toMatchObject({ trace: { timing: "observed" } });
    }
  });
});

describe("a call that fails", () => {
  const tooMany = Array.from({ length: 2 }, () => openaiShape({ content: "secret" }).choices[0]);

  it.each<[string, Completing, number?, string?]>([
    ["503", withStatus(503), 503, "MODEL_NOT_READY"],
    ["400", withStatus(400)],
    ["500", withStatus(500)],
    ["a redirect", withStatus(307, { location: "/v1/models" })],
    ["an empty body", (response) => void response.end()],
    ["a web page", (response) => void response.end("<!doctype html>secret")],
    ["truncated JSON", (response) => void response.end('{"choices":[{"message":{"content":"secret')],
    ["null", (response) => void response.end("null")],
    ["an error with status 200", (response) => sendJson(response, { error: { message: "secret" } })],
    ["no choice", (response) => sendJson(response, { ...vllmShape({}), choices: [] })],
    ["two choices", (response) => sendJson(response, { ...vllmShape({}), choices: tooMany })],
    ["server-sent events", (response) => void response.end('data: {"secret":1}\n\n')],
    ["more than 1 MiB", (response) => void response.end(JSON.stringify({ secret: "x".repeat(1_048_576) }))],
    ["a reset", ({ socket }) => void socket?.resetAndDestroy()],
  ])(
    "with %s fails the forecast and is not repeated",
    async (_, failing, status = 502, code = "INVALID_MODEL_RESPONSE") => {
      for (const earlier of [0, 2]) {
        model.behave((...args) => (args[2] < earlier ? right : failing)(...args));
        await expectFailed(completion, await post(completion), status, code);
        expect(model.requests).toHaveLength(earlier + 1);
      }
    },
  );

  it("with 429 fails the forecast at once if no call has an answer", async () => {
    model.behave(withStatus(429));
    await expectFailed(completion, await post(completion), 429, "QUEUE_FULL");
    expect(model.requests).toHaveLength(1);
  });

  it("with 429 counts as an excluded answer after another answer, and as a failure if more than half are excluded", async () => {
    model.behave((...args) => (args[2] === 1 || args[2] === 3 ? withStatus(429) : right)(...args));
    const reply = await post(completion);
    expect(reply.status).toBe(200);
    const rejected = [1, 3].map((sample) => ({ sample, reason: "the model server was busy (429)" }));
    expect((await eventsOf(completion, reply))[0]).toMatchObject({ trace: { samples: 5, rejected } });
    model.behave((...args) => (args[2] < 2 ? right : withStatus(429, { "retry-after": "9" }))(...args));
    const refused = await post(completion);
    await expectFailed(completion, refused, 429, "QUEUE_FULL");
    expect(refused.headers.get("retry-after")).toBe("9");
    expect(model.requests).toHaveLength(5);
  });

  it("because the quota is used up causes MODEL_NOT_READY, with the reason in the log, until the server accepts calls", async () => {
    const used = { error: { type: "insufficient_quota", code: "insufficient_quota", message: "secret" } };
    model.behave((response) => void response.writeHead(429).end(JSON.stringify(used)));
    await expectFailed(completion, await post(completion), 503, "MODEL_NOT_READY");
    expect(log.text()).toContain("The account at the model server has used up its quota");
    await untilModelIs(completion.gateway, "refused");
    model.behave(right);
    await untilModelIs(completion.gateway, "ready");
  });

  it("passes on Retry-After", async () => {
    model.behave(withStatus(429, { "retry-after": "7" }));
    expect((await post(completion)).headers.get("retry-after")).toBe("7");
  });
});

describe("a server that hangs", () => {
  it.each([0, 3])(
    "causes MODEL_TIMEOUT at the forecast's deadline, and its connection is closed: after %d calls",
    async (earlier) => {
      model.behave((...args) => (args[2] < earlier ? right(...args) : undefined));
      const reply = await passDeadline(
        () => post(completion),
        () => model.requests.length > earlier,
      );
      await expectFailed(completion, reply, 504, "MODEL_TIMEOUT");
      await expectAllIsQuiet(completion, model);
      expect(model.requests).toHaveLength(earlier + 1);
    },
  );
});

describe("a server that is offline", () => {
  it("causes MODEL_OFFLINE, whether detected by the readiness check or by the call", async () => {
    await model.leave();
    expectRefused(await post(completion), { status: 503, code: "MODEL_OFFLINE" });
    await untilModelIs(completion.gateway, "offline");
    expectRefused(await post(completion), { status: 503, code: "MODEL_OFFLINE" });
    await model.comeBack();
    for (const { gateway } of [completion, tokens, observed]) await untilModelIs(gateway, "ready");
  });
});
