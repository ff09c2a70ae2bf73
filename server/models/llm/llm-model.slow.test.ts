import { describe, expect, it } from "vitest";
import { showStatus } from "#server/console/overview/show-system-status.ts";
import { catchLog } from "#test/catch-log.ts";
import { llamaShape, ollamaShape, openaiShape, vllmShape } from "#test/completions.ts";
import { errorOf, eventsOf, expectRefusal, expectRefused } from "#test/expect-refusal.ts";
import { withStatus } from "#test/faulty-model.ts";
import { believing, dataOf, MODEL, perMilleOf, saying, startLanguageModel } from "#test/language-model.ts";
import { readAll } from "#test/make-events.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until, untilModelIs } from "#test/until.ts";

const binary = readExample("binary");
const multiclass = readExample("multiclass");
const [yes = "", no = ""] = Object.values(binary.task.criteria).map(String);
const outcomes = Object.values(multiclass.task.criteria).map(String);

const log = catchLog();
const model = await startLanguageModel();
const server = { MODEL_ADAPTER: "llm", MODEL_URL: `${model.url}/`, MODEL_NAME: MODEL };
const completion = await startGateway({ ...server, MODEL_TOKEN: "a-token" }, log.change);
const tokens = await startGateway({ ...server, MODEL_METHOD: "logprobs" });

const probabilitiesOf = ({ result }: Record<string, unknown>): Record<string, number> => Object(result).probabilities;

describe("a language model", () => {
  it("is called once per sample, with its token, a strict schema and no unnecessary header", async () => {
    model.behave(believing({ [yes]: 0.7, [no]: 0.3 }));
    const { status, body } = await completion.post(JSON.stringify(binary));
    expect(status).toBe(200);
    expect(probabilitiesOf(body).yes).toBeCloseTo(0.7, 12);
    expect(body.result).toMatchObject({ choice: "yes", confidence: null });
    // The first order is that of the sorted ids, independent of the caller's order.
    const [noFirst, yesFirst] = [
      { A: { number: "#1", description: no }, B: { number: "#2", description: yes } },
      { A: { number: "#2", description: yes }, B: { number: "#1", description: no } },
    ];
    const shown = model.requests.map((request) => dataOf(request.body).options);
    expect(shown).toEqual([noFirst, yesFirst, noFirst, yesFirst, noFirst]);
    for (const { headers, body: sent } of model.requests) {
      expect(sent).toMatchObject({ model: MODEL, response_format: { json_schema: { strict: true } } });
      expect(headers.authorization).toBe("Bearer a-token");
      expect(Object.keys(headers).sort()).toEqual(
        ["accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "host"].sort(),
      );
    }
  });

  it("never gets an option id, and gets an authorization header only if MODEL_TOKEN is set", async () => {
    model.behave(believing(Object.fromEntries(outcomes.map((outcome) => [outcome, 0.2]))));
    for (const gateway of [completion, tokens]) {
      expect((await gateway.post(JSON.stringify(multiclass))).status).toBe(200);
    }
    expect(model.requests).toHaveLength(10);
    for (const { text, headers } of model.requests) {
      for (const id of ["cut_large", "cut_small", "no_decision", 'hold"', 'raise"']) expect(text).not.toContain(id);
      if (headers.authorization !== undefined) expect(headers.authorization).toBe("Bearer a-token");
    }
    expect(model.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each([
    ["vLLM", vllmShape, { model_queue_ms: 0.125, inference_ms: 0.75, load_ms: 0 }],
    ["llama.cpp", llamaShape, { model_queue_ms: 0, inference_ms: 0.75, load_ms: 0 }],
    ["Ollama", ollamaShape, { model_queue_ms: 0, inference_ms: 0.75, load_ms: 0.25 }],
  ] as const)("may report times in the format of %s; the times of all calls are added", async (_, shape, once) => {
    model.behave(believing({ [yes]: 0.25, [no]: 0.75 }, shape));
    for (const [gateway, calls] of [
      [completion, 5],
      [tokens, 2],
    ] as const) {
      const { status, body } = await gateway.post(JSON.stringify(binary));
      expect(status).toBe(200);
      expect(probabilitiesOf(body).no).toBeCloseTo(0.75, 12);
      const times = Object.entries(once).map(([part, ms]) => [part, ms * calls]);
      expect(body.timing).toMatchObject({ ...Object.fromEntries(times), cold_start: false });
    }
  });

  it("has method, orders, rejected samples and spread in the trace, not in the response", async () => {
    model.behave((response, sent, call) => {
      if (call === 1) return saying({ content: "secret" })(response, sent, call);
      const belief = Object.fromEntries(outcomes.map((outcome, index) => [outcome, index === 0 ? 0.6 : 0.1]));
      return believing(belief)(response, sent, call);
    });
    const reply = await completion.post(JSON.stringify(multiclass));
    expect(reply.status).toBe(200);
    expect(probabilitiesOf(reply.body).cut_large).toBeCloseTo(0.6, 12);
    expect(JSON.stringify(reply.body)).not.toMatch(/secret|spread|verbalised/);
    const [answered] = await eventsOf(completion, reply);
    expect(answered).toMatchObject({
      kind: "prediction.answered",
      trace: {
        method: "verbalised",
        model: MODEL,
        provider: "openai-compatible",
        endpoint: "chat",
        package: expect.stringMatching(/^@ai-sdk\/openai-compatible \d/),
        samples: 5,
        orders: 5,
        rejected: [{ sample: 1, reason: "the answer is not one number for each label" }],
        normalised: [],
        spread: expect.closeTo(0, 7),
        kept: expect.closeTo(1, 12),
        timing: "server",
        cold_start: null,
      },
    });
  });

  it("has a different version for each method", async () => {
    model.behave(believing({ [yes]: 0.5, [no]: 0.5 }));
    const versions = await Promise.all(
      [completion, tokens].map(async (gateway) => (await gateway.post(JSON.stringify(binary))).body.model_version),
    );
    expect(new Set(versions).size).toBe(2);
    expect((await showStatus(completion.gateway, 1)).modelVersion).toBe(versions[0]);
  });

  it("is not called if an option has no description", async () => {
    const bare = { ...binary, task: { ...binary.task, criteria: { yes: null, no: "It does not." } } };
    await approveAll(completion.gateway, [bare]);
    const reply = await completion.post(JSON.stringify(bare));
    const code = "TASK_NOT_SUPPORTED";
    await expectRefusal(completion, reply, { status: 422, code, issues: [[code, "/task/criteria"]] });
    expect(errorOf(reply.body).message).toContain('"yes" has none');
  });

  it("answers even if the context is empty", async () => {
    model.behave(believing({ [yes]: 0.5, [no]: 0.5 }));
    const empty = { ...binary, input: { ...binary.input, context: [] } };
    await approveAll(completion.gateway, [empty]);
    expect((await completion.post(JSON.stringify(empty))).status).toBe(200);
  });
});

describe.each([
  ["verbalised", completion],
  ["logprobs", tokens],
])("a language model that favours the first option by 20 percentage points, with %s", (_, gateway) => {
  const BIAS = 200;

  it("answers equal probabilities if it has no other preference", async () => {
    const belief = Object.fromEntries(outcomes.map((outcome) => [outcome, 1 / outcomes.length]));
    model.behave(believing(belief, vllmShape, BIAS));
    const { status, body } = await gateway.post(JSON.stringify(multiclass));
    expect(status).toBe(200);
    for (const asked of model.requests) expect(perMilleOf(asked.body, belief, BIAS).A).toBeCloseTo(360, 9);
    for (const probability of Object.values(probabilitiesOf(body))) expect(probability).toBeCloseTo(0.2, 12);
  });

  it("keeps its own preference", async () => {
    const belief = { [yes]: 0.55, [no]: 0.45 };
    model.behave(believing(belief, vllmShape, BIAS));
    const { body } = await gateway.post(JSON.stringify(binary));
    const first = perMilleOf(model.requests[0]?.body ?? { model: "", messages: [] }, belief, BIAS);
    // In the first order alone, the position bias reverses the model's preference.
    expect(first.A).toBeCloseTo(550, 9);
    expect(probabilitiesOf(body).yes).toBeCloseTo(0.55, 2);
    expect(body.result).toMatchObject({ choice: "yes" });
  });
});

describe("the readiness of a language model", () => {
  const languageOf = async (gateway: TestGateway) => (await showStatus(gateway.gateway, 1)).languageModel;

  it("is followed by a test of a whole forecast, which leaves no event and is shown in the system status", async () => {
    const events = (await readAll(completion)).length;
    const tested = await until("the test has ended", async () => {
      const language = await languageOf(completion);
      return language?.test === null ? undefined : language;
    });
    expect(tested).toEqual({
      name: MODEL,
      provider: "openai-compatible",
      endpoint: "chat",
      package: expect.stringMatching(/^@ai-sdk\/openai-compatible \d/),
      failure: null,
      isTesting: false,
      test: {
        at: expect.any(String),
        passed: true,
        text: expect.stringMatching(/with 5 calls took .* It meets the deadline of 30.0 s \(MODEL_DEADLINE_MS\)/),
        upstream: undefined,
      },
    });
    expect(await readAll(completion)).toHaveLength(events);
    expect(await showStatus(completion.gateway, 1)).toMatchObject({
      adapter: "llm",
      modelServer: new URL(model.url).host,
      readiness: { ready: true, model: "ready" },
    });
  });

  it("is decided by one short call if the list does not contain the model, and the cause is in the log", async () => {
    model.answerTrials(withStatus(404));
    model.list([`${MODEL}-2`]);
    await untilModelIs(completion.gateway, "refused");
    const refused = await completion.post(JSON.stringify(binary));
    expectRefused(refused, { status: 503, code: "MODEL_NOT_READY" });
    expect(errorOf(refused.body).message).toContain("does not know the configured model");
    expect(await languageOf(completion)).toMatchObject({
      failure: { detail: expect.stringContaining("check MODEL_NAME and MODEL_URL") },
    });
    expect(log.text()).toContain("check MODEL_NAME and MODEL_URL");
    model.answerTrials(saying({ content: "Hello!" }));
    await untilModelIs(completion.gateway, "ready");
    expect((await languageOf(completion))?.failure).toBeNull();
  });

  it("is decided by one short call if the server has no list of models", async () => {
    model.list(null);
    await untilModelIs(tokens.gateway, "ready");
    model.behave(believing({ [yes]: 0.5, [no]: 0.5 }, openaiShape));
    expectRefused(await tokens.post(JSON.stringify(binary)), { status: 502, code: "INVALID_MODEL_TIMING" });
    model.behave(believing({ [yes]: 0.5, [no]: 0.5 }));
    expect((await tokens.post(JSON.stringify(binary))).status).toBe(200);
  });
});
