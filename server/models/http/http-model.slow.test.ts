import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { showStatus } from "#server/console/overview/show-system-status.ts";
import { expectRefused } from "#test/expect-refusal.ts";
import { answerRight, rightAnswer, sendJson, startFaultyModel, withStatus } from "#test/faulty-model.ts";
import { DEADLINE_MS } from "#test/pass-deadline.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";
import { untilModelIs } from "#test/until.ts";

const example = readExample("binary");
const body = JSON.stringify(example);

const model = await startFaultyModel();
const gateway = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: `${model.url}/`, MODEL_TOKEN: "a-token" });
beforeEach(() => model.behave(answerRight));

describe("a model server", () => {
  it("receives the unchanged task and input, the token and the remaining time", async () => {
    const sentAt = performance.now();
    const { status, body: answer } = await gateway.post(body);
    const tookMs = performance.now() - sentAt;
    expect(status).toBe(200);
    const request = model.requests.at(-1);
    expect(request?.headers).toMatchObject({ authorization: "Bearer a-token", "content-type": "application/json" });
    const { request_id, deadline_ms, ...rest } = request?.body ?? { deadline_ms: 0 };
    expect(rest).toEqual(example);
    expect(request_id).toBe(answer.request_id);
    expect(deadline_ms).toBeGreaterThanOrEqual(Math.floor(DEADLINE_MS - tookMs));
    expect(deadline_ms).toBeLessThanOrEqual(DEADLINE_MS);
  });

  it("receives the canonical form, whatever the order of members in the caller's request", async () => {
    const backwards = (value: object) => Object.fromEntries(Object.entries(value).reverse());
    const { model: release, task, input } = example;
    const written = { task: backwards(task), model: release, input: backwards(input) };
    const { status } = await gateway.post(JSON.stringify(written));
    expect(status).toBe(200);
    const sent = model.requests.at(-1)?.body;
    expect(sent).toMatchObject(written);
    expect(JSON.stringify(sent)).toBe(canonicalJson(sent));
  });

  it("may add members to its answer, which are dropped; the answer is otherwise passed on unchanged", async () => {
    model.behave((response, request) =>
      sendJson(response, {
        ...rightAnswer(request),
        probabilities: { yes: 0.1 + 0.2, no: 0.7 },
        timing: { model_queue_ms: 0.25, inference_ms: 0.5, load_ms: 0.125, cold_start: true, note: "secret" },
        confidence: 0.7,
        explanation: "secret",
        request_id: request.request_id,
        choice: "no",
        mode: "research",
      }),
    );
    const { status, body: answer } = await gateway.post(body);
    expect(status).toBe(200);
    expect(answer.result).toMatchObject({ choice: "no", probabilities: { yes: 0.1 + 0.2, no: 0.7 }, confidence: null });
    expect(answer.timing).toMatchObject({ model_queue_ms: 0.25, inference_ms: 0.5, load_ms: 0.125, cold_start: true });
    expect(JSON.stringify(answer)).not.toContain("secret");
  });

  it("may compress its answer with gzip", async () => {
    model.behave((response, request) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync(JSON.stringify(rightAnswer(request))));
    });
    expect((await gateway.post(body)).status).toBe(200);
  });

  it("is shown in the system status with its host, last version and time of the last state change", async () => {
    await gateway.post(body);
    const status = await showStatus(gateway.gateway, 1);
    expect(status).toMatchObject({
      adapter: "http",
      modelServer: new URL(model.url).host,
      modelVersion: `r13-c@${"a".repeat(40)}`,
      readiness: { ready: true, model: "ready" },
    });
    expect(Date.parse(status.modelSince ?? "")).toBeLessThanOrEqual(Date.now());
  });

  it("has its Retry-After passed on to callers", async () => {
    for (const [status, code] of [
      [429, "QUEUE_FULL"],
      [503, "MODEL_NOT_READY"],
    ] as const) {
      model.behave(withStatus(status, { "retry-after": "7" }));
      const reply = await gateway.post(body);
      expectRefused(reply, { status, code });
      expect(reply.headers.get("retry-after")).toBe("7");
    }
  });
});

describe("the readiness of a model server", () => {
  it("is checked once for many requests, which are refused without being forwarded", async () => {
    model.behave(answerRight, withStatus(503));
    await untilModelIs(gateway.gateway, "loading");
    // With fake timers, the cached result does not expire while the requests run.
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
    vi.setSystemTime(Date.now() + 2_000);
    const [asked, checks] = [model.requests.length, model.checks()];
    const replies = await Promise.all(Array.from({ length: 50 }, () => gateway.post(body)));
    for (const reply of replies) expectRefused(reply, { status: 503, code: "MODEL_NOT_READY" });
    expect(model.requests).toHaveLength(asked);
    expect(model.checks() - checks).toBe(1);
    expect(await showStatus(gateway.gateway, 1)).toMatchObject({ readiness: { ready: false, model: "loading" } });
  });

  it.each([
    ["no response", () => {}],
    ["an error", withStatus(500)],
    ["a redirect", withStatus(302, { location: "/elsewhere" })],
  ])("is unclear if the check gets %s; predictions are then still sent", async (_, ready) => {
    model.behave(answerRight, ready);
    await untilModelIs(gateway.gateway, "unclear");
    expect((await gateway.post(body)).status).toBe(200);
    expect(await showStatus(gateway.gateway, 1)).toMatchObject({ readiness: { ready: true, model: "unclear" } });
  });
});
