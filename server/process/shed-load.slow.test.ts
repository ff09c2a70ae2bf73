import { describe, expect, it } from "vitest";
import type { Model, ModelAnswer } from "#server/models/model.ts";
import { expectRefused } from "#test/expect-refusal.ts";
import { listen } from "#test/listen.ts";
import { openSocket, parseAnswer } from "#test/raw-socket.ts";
import { type Reply, readExample, send, startGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { createLoadShedder } from "./shed-load.ts";

const ALWAYS_TAKEN = 128;
const body = JSON.stringify(readExample("binary"));
const ANSWER: ModelAnswer = {
  modelVersion: `r13-c@${"a".repeat(40)}`,
  probabilities: { yes: 0.25, no: 0.75 },
  timing: { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false },
};

const running: (() => void)[] = [];
let lag = 0;

const forecast: Model["forecast"] = () => new Promise((resolve) => running.push(() => resolve(ANSWER)));
const gateway = await startGateway({ MODEL_CONCURRENCY: "1000" }, (real) => ({
  ...real,
  model: { ...real.model, forecast },
}));
const shedder = createLoadShedder(() => lag);
const server = await listen((request, response) => void shedder.serve(gateway.gateway, request, response));

const post = (): Promise<Reply> => send(server.origin, body, { authorization: `Bearer ${gateway.key}` });
const started = (count: number) => until(`${count} are running`, () => running.length === count);

describe("predictions while the event loop is late", () => {
  it("are accepted up to a fixed number; further ones are refused until the lag has ended", async () => {
    lag = 5_000;
    const taken = Array.from({ length: ALWAYS_TAKEN }, post);
    await started(ALWAYS_TAKEN);

    const refused = await post();
    expectRefused(refused, { status: 429, code: "QUEUE_FULL" });
    expect(refused.headers.get("retry-after")).toBe("6");
    expect(running).toHaveLength(ALWAYS_TAKEN);

    lag = 150;
    taken.push(post());
    await started(ALWAYS_TAKEN + 1);

    for (const end of running.splice(0)) end();
    for (const { status } of await Promise.all(taken)) expect(status).toBe(200);
  });

  it("are refused on a connection that stays open for reuse", async () => {
    lag = 5_000;
    const taken = Array.from({ length: ALWAYS_TAKEN }, post);
    await started(ALWAYS_TAKEN);
    const { socket, received } = await openSocket(Number(new URL(server.origin).port));
    const lines = ["POST /v1/predict HTTP/1.1", "Host: x", `Content-Length: ${body.length}`, "", body];
    for (const count of [1, 2]) {
      socket.write(lines.join("\r\n"));
      await until("a refusal", () => received().split("HTTP/1.1 429 ").length === count + 1);
    }
    expect(parseAnswer(received()).headers.connection).not.toBe("close");
    socket.destroy();
    for (const end of running.splice(0)) end();
    await Promise.all(taken);
  });
});
