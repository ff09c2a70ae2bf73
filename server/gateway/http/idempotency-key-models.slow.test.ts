import type { ServerResponse } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import {
  answerRight,
  type Behaviour,
  type FaultyModel,
  rightAnswer,
  startFaultyModel,
  withStatus,
} from "#test/faulty-model.ts";
import { type Got, post } from "#test/keyed-post.ts";
import { believing, type Completing, type LanguageModel, MODEL, startLanguageModel } from "#test/language-model.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

/** Probabilities that the language model returns, by option description. */
const belief = Object.fromEntries(
  Object.values(readExample("binary").task.criteria).map((said) => [String(said), 0.5]),
);

let gateway: TestGateway;

/** Description, the model server's behaviour on the first request, and the error code of the answer. */
type Row = readonly [string, Behaviour, string];

const resetting: Behaviour = ({ socket }) => void socket?.resetAndDestroy();
const answeringBadly: Behaviour = (response) => void response.end("{}");
const withoutTimes: Behaviour = (response, request) =>
  void response.end(JSON.stringify({ ...rightAnswer(request), timing: undefined }));
const withError =
  (status: number, error: object): Completing =>
  (response) =>
    void response.writeHead(status).end(JSON.stringify({ error }));
const TOO_LONG = { type: "exceed_context_size_error", message: "too long", n_ctx: 4096 };

function expectReplayed(again: Got, first: Got): void {
  expect(again).toMatchObject({ status: first.status, text: first.text, requestId: first.requestId, replayed: true });
  expect(again.headers.get("retry-after")).toBe(first.headers.get("retry-after"));
  expect(again.headers.get("x-request-id")).toBe(first.requestId);
}

describe("Idempotency-Key and a model server behind the http adapter", () => {
  let server: FaultyModel;

  beforeAll(async () => {
    server = await startFaultyModel();
    gateway = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: server.url });
  });

  async function sendTwice(key: string, problem: Behaviour) {
    const before = server.requests.length;
    server.behave(problem);
    const first = await post(gateway, key);
    server.behave(answerRight);
    const again = await post(gateway, key);
    return { first, again, asked: server.requests.length - before };
  }

  it.each<Row>([
    ["401", withStatus(401), "INVALID_MODEL_RESPONSE"],
    ["403", withStatus(403), "INVALID_MODEL_RESPONSE"],
    ["404", withStatus(404), "INVALID_MODEL_RESPONSE"],
    ["429", withStatus(429, { "retry-after": "7" }), "QUEUE_FULL"],
    ["503", withStatus(503), "MODEL_NOT_READY"],
  ])("is free after the model server answered %s", async (name, problem, code) => {
    const { first, again, asked } = await sendTwice(`free-${name}`, problem);
    expect(first).toMatchObject({ code, replayed: false });
    expect(again).toMatchObject({ status: 200, replayed: false });
    expect(asked).toBe(2);
  });

  it.each<Row>([
    ["answered 400", withStatus(400), "INVALID_MODEL_RESPONSE"],
    ["answered 500", withStatus(500), "INVALID_MODEL_RESPONSE"],
    ["answered 502", withStatus(502), "INVALID_MODEL_RESPONSE"],
    ["answered 504", withStatus(504), "INVALID_MODEL_RESPONSE"],
    ["gave an invalid answer", answeringBadly, "INVALID_MODEL_RESPONSE"],
    ["gave an answer without its times", withoutTimes, "INVALID_MODEL_TIMING"],
    ["reset the connection", resetting, "INVALID_MODEL_RESPONSE"],
  ])("repeats the same error after the model server %s", async (name, problem, code) => {
    const { first, again, asked } = await sendTwice(`kept ${name}`.replaceAll(" ", "-"), problem);
    expect(first).toMatchObject({ code, replayed: false });
    expectReplayed(again, first);
    expect(asked).toBe(1);
  });

  it("repeats MODEL_TIMEOUT after the deadline passed once the request was written", async () => {
    const before = server.requests.length;
    server.behave(() => {});
    const first = await passDeadline(
      () => post(gateway, "silent"),
      () => server.requests.length > before,
    );
    expect(first).toMatchObject({ status: 504, code: "MODEL_TIMEOUT", replayed: false });
    server.behave(answerRight);
    expectReplayed(await post(gateway, "silent"), first);
    expect(server.requests.length).toBe(before + 1);
  });
});

describe("Idempotency-Key and a model server behind the llm adapter", () => {
  let server: LanguageModel;

  beforeAll(async () => {
    server = await startLanguageModel();
    gateway = await startGateway({ MODEL_ADAPTER: "llm", MODEL_URL: server.url, MODEL_NAME: MODEL });
  });

  it.each<readonly [string, Completing, string]>([
    ["429", withStatus(429, { "retry-after": "7" }), "QUEUE_FULL"],
    ["503", withStatus(503), "MODEL_NOT_READY"],
    ["that the context is too long", withError(400, TOO_LONG), "TASK_NOT_SUPPORTED"],
  ])("is free after the first call was answered %s", async (name, problem, code) => {
    server.behave(problem);
    const key = `free-${name}`.replaceAll(" ", "-");
    expect(await post(gateway, key)).toMatchObject({ code, replayed: false });
    expect(server.requests).toHaveLength(1);
    server.behave(believing(belief));
    expect(await post(gateway, key)).toMatchObject({ status: 200, replayed: false });
  });

  it.each<readonly [string, Completing, string, number]>([
    // A 429 excludes one of five answers, so the third one fails the forecast.
    ["429", withStatus(429, { "retry-after": "7" }), "QUEUE_FULL", 4],
    ["503", withStatus(503, { "retry-after": "9" }), "MODEL_NOT_READY", 2],
    ["that the context is too long", withError(400, TOO_LONG), "TASK_NOT_SUPPORTED", 2],
  ])(
    "repeats the same error after one call was completed and the next answered %s",
    async (name, problem, code, calls) => {
      const right = believing(belief);
      server.behave((...args) => (args[2] === 0 ? right : problem)(...args));
      const key = `half-${name}`.replaceAll(" ", "-");
      const first = await post(gateway, key);
      expect(first).toMatchObject({ code, replayed: false });
      expectReplayed(await post(gateway, key), first);
      expect(server.requests).toHaveLength(calls);
    },
  );

  it("is free after two simultaneous calls were declined one after the other", async () => {
    const parallel = await startGateway({
      MODEL_ADAPTER: "llm",
      MODEL_URL: server.url,
      MODEL_NAME: MODEL,
      MODEL_PARALLEL: "2",
    });
    const first = Promise.withResolvers<ServerResponse>();
    server.behave((response, _, call) => {
      if (call === 0) {
        first.resolve(response);
        return;
      }
      withStatus(429)(response);
      response.once("close", async () => withStatus(429)(await first.promise));
    });
    expect(await post(parallel, "both")).toMatchObject({ code: "QUEUE_FULL", replayed: false });
    expect(server.requests).toHaveLength(2);
    server.behave(believing(belief));
    expect(await post(parallel, "both")).toMatchObject({ status: 200, replayed: false });
  });

  it.each<readonly [string, Completing, string]>([
    ["500", withStatus(500), "INVALID_MODEL_RESPONSE"],
    ["500 because its context filled up", withError(500, TOO_LONG), "TASK_NOT_SUPPORTED"],
  ])("repeats the same error after the first call was answered %s", async (name, problem, code) => {
    server.behave(problem);
    const key = `kept-${name}`.replaceAll(" ", "-");
    const first = await post(gateway, key);
    expect(first).toMatchObject({ code, replayed: false });
    expectReplayed(await post(gateway, key), first);
    expect(server.requests).toHaveLength(1);
  });
});
