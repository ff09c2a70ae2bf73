import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { readConfig } from "#server/config/read-config.ts";
import { checkReadiness } from "#server/gateway/check-readiness.ts";
import { createModel } from "#server/models/create-model.ts";
import type { Model } from "#server/models/model.ts";
import { approvedInput } from "#test/approved-input.ts";
import { catchLog } from "#test/catch-log.ts";
import { errorOf, expectRefused } from "#test/expect-refusal.ts";
import { type ProtocolServer, type Server, startProtocolServer } from "#test/protocol-server.ts";
import { makeFolder } from "#test/run-process.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until, untilModelIs } from "#test/until.ts";

const binary = readExample("binary");
const [yes = "", no = ""] = Object.values(binary.task.criteria).map(String);
const belief = { [yes]: 0.7, [no]: 0.3 };
const KINDS = ["llama.cpp", "vLLM", "Ollama"] as const;
const signal = new AbortController().signal;

let server: ProtocolServer;

/**
 * Creates a model with its own server, because a test of the model may outlast its test case. The model's clock advances
 * two seconds per query, so every readiness query is a new check.
 */
async function modelOn(settings: Partial<Server>, environment: Record<string, string> = {}): Promise<Model> {
  server = await startProtocolServer({ belief, ...settings });
  let seconds = 0;
  const { model } = readConfig({
    MODEL_ADAPTER: "llm",
    MODEL_URL: server.url,
    MODEL_NAME: "a-model",
    MODEL_TIMING: "observed",
    ...environment,
  });
  return createModel(model, "service-r13-c", () => {
    seconds += 2;
    return new Date(seconds * 1000);
  });
}

const forecastOf = (model: Model, request: PredictionRequest = binary, by = signal) =>
  model.forecast(approvedInput(request), by, 30_000);

function long(): PredictionRequest {
  const text = "It is as it was. ".repeat(1_000);
  const observation = { type: "text" as const, text, observed_at: binary.input.as_of };
  return { ...binary, input: { ...binary.input, context: [observation] } };
}

describe.each(KINDS)("%s", (kind) => {
  it("is called, and its answers are combined", async () => {
    const model = await modelOn({ kind });
    const { probabilities } = await forecastOf(model);
    expect(probabilities.yes).toBeCloseTo(0.7, 12);
    expect(server.calls).toHaveLength(5);
  });

  it("has the readiness refused if it rejects the token, and ready with the right token", async () => {
    const refused = await modelOn({ kind, apiKey: "right" }, { MODEL_TOKEN: "wrong" });
    await untilModelIs({ model: refused }, "refused");
    const error = expect.objectContaining({
      code: "MODEL_NOT_READY",
      detail: expect.stringMatching(/rejects the gateway's API key: check MODEL_TOKEN .*status 401/),
    });
    await expect(forecastOf(refused)).rejects.toEqual(error);
    await expect(forecastOf(refused)).rejects.not.toMatchObject({ detail: expect.stringContaining("secret") });
    const accepted = await modelOn({ kind, apiKey: "right" }, { MODEL_TOKEN: "right" });
    await untilModelIs({ model: accepted }, "ready");
    expect((await forecastOf(accepted)).probabilities.yes).toBeCloseTo(0.7, 12);
  });

  it("is ready again when it accepts the token again", async () => {
    const model = await modelOn({ kind, apiKey: "new" }, { MODEL_TOKEN: "old" });
    await untilModelIs({ model }, "refused");
    server.change({ apiKey: "old" });
    await untilModelIs({ model }, "ready");
  });

  it("has an unknown cold start in the trace if it reports no load time", async () => {
    const { timing, trace } = await forecastOf(await modelOn({ kind }));
    expect(timing.cold_start).toBe(false);
    expect(trace).toMatchObject({ cold_start: null });
  });

  it("gets at most MODEL_PARALLEL calls of one forecast and MODEL_CONCURRENCY calls in parallel", async () => {
    const arrived: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => arrived.push(resolve));
    const model = await modelOn({ kind, wait }, { MODEL_PARALLEL: "4", MODEL_CONCURRENCY: "3" });
    const forecasts = Promise.all([forecastOf(model), forecastOf(model)]);
    for (let call = 0; call < 10; call++) {
      const release = await until("a call", () => {
        // Waits until as many calls have arrived as may run in parallel, before one of them is answered.
        return arrived.length === Math.min(3, 10 - call) ? arrived.shift() : undefined;
      });
      release();
    }
    const [{ probabilities, timing }] = await forecasts;
    expect(probabilities.yes).toBeCloseTo(0.7, 12);
    expect(timing.inference_ms).toBeGreaterThan(0);
    expect(server.mostAtOnce()).toBe(3);
  });
});

describe.each(["llama.cpp", "vLLM"] as const)("a prompt that is too long for %s", (kind) => {
  it("causes TASK_NOT_SUPPORTED with the limit in the message", async () => {
    const model = await modelOn({ kind, contextTokens: 2_048 });
    const error = expect.objectContaining({
      code: "TASK_NOT_SUPPORTED",
      message: expect.stringContaining("its limit of 2048 tokens"),
      issues: [expect.objectContaining({ path: "/input/context" })],
    });
    await expect(forecastOf(model, long())).rejects.toEqual(error);
    await expect(forecastOf(model, long())).rejects.not.toMatchObject({ message: expect.stringContaining("secret") });
  });
});

describe("a server without a list of models", () => {
  it("is found to reject the token by the first call, and is called again until it accepts the token", async () => {
    const model = await modelOn({ kind: "vLLM", lists: false });
    await untilModelIs({ model }, "ready");
    server.change({ failure: { status: 403, type: "permission_error", message: "secret" } });
    await expect(forecastOf(model)).rejects.toMatchObject({ code: "MODEL_NOT_READY" });
    expect(await model.readiness()).toBe("refused");
    server.change({ failure: undefined });
    await untilModelIs({ model }, "ready");
  });
});

describe("llama.cpp's router", () => {
  it.each(["unloaded", "sleeping"] as const)(
    "is loading while the model is %s, until a short call loads the model",
    async (status) => {
      const model = await modelOn({ status });
      expect(await model.readiness()).toBe("loading");
      await untilModelIs({ model }, "ready");
      expect(server.calls.every(({ messages }) => messages.length === 1)).toBe(true);
    },
  );

  it("is loading while it loads the model, and gets no calls meanwhile", async () => {
    const model = await modelOn({ status: "loading" });
    expect(await model.readiness()).toBe("loading");
    expect(await model.readiness()).toBe("loading");
    expect(server.calls).toEqual([]);
  });
});

describe("a server that goes offline during a call", () => {
  it("fails the forecast as soon as a readiness check detects it, long before the deadline", async () => {
    const model = await modelOn({ wait: () => new Promise(() => {}) });
    const forecast = forecastOf(model);
    await until("a call has arrived", () => server.calls.length > 0);
    server.refuseNew();
    const failed = expect(forecast).rejects.toMatchObject({ code: "MODEL_OFFLINE" });
    await untilModelIs({ model }, "offline");
    await failed;
  });
});

describe("the configuration of a language model", () => {
  it("is sent with each call: temperature, token limit and additional members", async () => {
    const model = await modelOn(
      {},
      {
        MODEL_SAMPLES: "3",
        MODEL_TEMPERATURE: "0.7",
        MODEL_REASONING: "true",
        MODEL_MAX_TOKENS: "900",
        MODEL_MAX_TOKENS_FIELD: "max_completion_tokens",
        MODEL_EXTRA_BODY: '{"top_p":0.9,"chat_template_kwargs":{"enable_thinking":false}}',
      },
    );
    await forecastOf(model);
    expect(server.calls).toHaveLength(3);
    for (const call of server.calls) {
      expect(call).toMatchObject({
        temperature: 0.7,
        max_completion_tokens: 900,
        top_p: 0.9,
        chat_template_kwargs: { enable_thinking: false },
        response_format: { json_schema: { schema: { required: ["reasoning", "A", "B"] } } },
      });
      expect(call.max_tokens).toBeUndefined();
    }
  });

  it("is in the status, without the values of additional headers and members", async () => {
    const model = await modelOn(
      {},
      { MODEL_TEMPERATURE: "0", MODEL_HEADERS: '{"X-Key":"secret"}', MODEL_EXTRA_BODY: '{"user":"secret"}' },
    );
    const { language } = model.status();
    expect(language).toMatchObject({ name: "a-model" });
    expect(JSON.stringify(language)).not.toContain("secret");
  });

  it("leaves temperature and token limit to the server if they are not set", async () => {
    await forecastOf(await modelOn({}));
    for (const call of server.calls) {
      expect(Object.keys(call).sort()).toEqual(["messages", "model", "response_format"]);
    }
  });

  it("may include a file with a system prompt, which changes the version", async () => {
    const folder = makeFolder();
    writeFileSync(`${folder}/prompt.txt`, "You forecast the weather.\n");
    const own = await modelOn({}, { MODEL_PROMPT_FILE: `${folder}/prompt.txt` });
    const { modelVersion } = await forecastOf(own);
    expect(server.calls[0]?.messages[0]).toEqual({ role: "system", content: "You forecast the weather." });
    const plain = await forecastOf(await modelOn({}));
    expect(plain.modelVersion).not.toBe(modelVersion);
    await expect(modelOn({}, { MODEL_PROMPT_FILE: `${folder}/none.txt` })).rejects.toThrow(
      "MODEL_PROMPT_FILE cannot be read (ENOENT)",
    );
    writeFileSync(`${folder}/prompt.txt`, " \n");
    await expect(modelOn({}, { MODEL_PROMPT_FILE: `${folder}/prompt.txt` })).rejects.toThrow("must contain text");
  });
});

describe("errors of a language-model server", () => {
  const log = catchLog();
  let upstream: ProtocolServer;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startProtocolServer({ belief, kind: "vLLM", apiKey: "right", contextTokens: 2_048 });
    const environment = {
      MODEL_ADAPTER: "llm",
      MODEL_URL: upstream.url,
      MODEL_NAME: "a-model",
      MODEL_TOKEN: "wrong",
    };
    gateway = await startGateway(environment, log.change);
  });

  it("a rejected token causes MODEL_NOT_READY, with the variable in the log and without text of the server", async () => {
    const reply = await gateway.post(JSON.stringify(binary));
    expectRefused(reply, { status: 503, code: "MODEL_NOT_READY" });
    expect(reply.headers.get("retry-after")).toBe("60");
    expect(errorOf(reply.body).message).toContain("API key");
    await untilModelIs(gateway.gateway, "refused");
    expect(await checkReadiness(gateway.gateway)).toMatchObject({ ready: false });
    expect(log.text()).toContain("check MODEL_TOKEN");
    expect(log.text()).not.toContain("secret");
  });

  it("a prompt that is too long causes status 422 with the limit in the message", async () => {
    upstream.change({ apiKey: undefined });
    await untilModelIs(gateway.gateway, "ready");
    const request = long();
    await approveAll(gateway.gateway, [request]);
    const reply = await gateway.post(JSON.stringify(request));
    const issues = [["TASK_NOT_SUPPORTED", "/input/context"]] as const;
    expectRefused(reply, { status: 422, code: "TASK_NOT_SUPPORTED", issues });
    expect(errorOf(reply.body).message).toContain("2048 tokens");
  });

  it("another error is logged with its type, without its message", async () => {
    upstream.change({ failure: { status: 400, type: "invalid_request_error", message: "secret" } });
    expectRefused(await gateway.post(JSON.stringify(binary)), { status: 502, code: "INVALID_MODEL_RESPONSE" });
    expect(log.text()).toContain("status 400, type invalid_request_error");
    upstream.change({ failure: { status: 500, type: "a secret, in words", message: "secret" } });
    expectRefused(await gateway.post(JSON.stringify(binary)), { status: 502, code: "INVALID_MODEL_RESPONSE" });
    expect(log.text()).toContain("status 500");
    expect(log.text()).not.toContain("secret");
  });
});
