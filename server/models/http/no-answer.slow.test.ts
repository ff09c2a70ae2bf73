import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { catchLog } from "#test/catch-log.ts";
import { effort } from "#test/effort.ts";
import { expectAllIsQuiet } from "#test/expect-quiet.ts";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { answerRight, type Behaviour, startFaultyModel } from "#test/faulty-model.ts";
import { listenOn } from "#test/listen.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { type Reply, readExample, startGateway } from "#test/start-gateway.ts";
import { until, untilModelIs } from "#test/until.ts";

const TIMES = effort({ sample: 5, full: 50 });
const AT_ONCE = 5;
const body = JSON.stringify(readExample("binary"));

/** The number of the log level `error` in pino. */
const ERROR = 50;

const log = catchLog();

const model = await startFaultyModel();
const settings = { MODEL_ADAPTER: "http", MODEL_URL: model.url, MODEL_CONCURRENCY: String(AT_ONCE) };
const gateway = await startGateway(settings, log.change);

const raw =
  (text: string): Behaviour =>
  ({ socket }) =>
    void socket?.write(text);

const drip =
  (head: string): Behaviour =>
  ({ socket }) => {
    socket?.write(head);
    const timer = setInterval(() => socket?.write(" "), 20);
    socket?.once("close", () => clearInterval(timer));
  };

describe.each<[string, Behaviour]>([
  ["sends nothing", () => {}],
  ["sends only headers", raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")],
  ["sends its headers too slowly", drip("HTTP/1.1 200 OK\r\nX-Drip: ")],
  ["sends its body too slowly", drip("HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n")],
  ["sends only interim responses", raw("HTTP/1.1 102 Processing\r\n\r\n")],
])("a model server that %s", (_, problem) => {
  it(`causes MODEL_TIMEOUT at the deadline ${TIMES} times, and its connections are closed`, async () => {
    model.behave(problem);
    const before = model.requests.length;
    for (let count = AT_ONCE; count <= TIMES; count += AT_ONCE) {
      const replies = await passDeadline(
        () => Promise.all(Array.from({ length: AT_ONCE }, () => gateway.post(body))),
        () => model.requests.length === before + count,
      );
      for (const reply of replies) expectRefused(reply, { status: 504, code: "MODEL_TIMEOUT" });
      await expectAllIsQuiet(gateway, model);
    }
    const request = model.requests.slice(before).map(({ body: { request_id } }) => request_id);
    expect(new Set(request).size).toBe(TIMES);
    model.behave(answerRight);
    expect((await gateway.post(body)).status).toBe(200);
  });
});

describe("a caller that disconnects during inference", () => {
  it("closes the model connection, frees the slot and is recorded as cancelled in the audit log, without a logged error", async () => {
    const leaving = new AbortController();
    const logged = log.text().length;
    model.behave(() => leaving.abort());
    const headers = { authorization: `Bearer ${gateway.key}` };
    await expect(fetch(gateway.url, { method: "POST", headers, body, signal: leaving.signal })).rejects.toThrow();
    await until("the slot is free", () => gateway.gateway.admission.load().taken === 0);
    await expectAllIsQuiet(gateway, model);
    const reply = { body: { request_id: model.requests.at(-1)?.body.request_id } };
    await until("the cancellation is recorded", async () => {
      const [outcome] = await eventsOf(gateway, reply);
      return outcome?.kind === "prediction.failed" && outcome.cancelled;
    });
    expect(log.text().slice(logged)).not.toContain(`"level":${ERROR}`);
  });
});

describe("a model server that refuses connections", () => {
  it(`causes MODEL_OFFLINE ${TIMES} times in a row, whether the readiness check or the request detects it`, async () => {
    model.behave(answerRight);
    expect((await gateway.post(body)).status).toBe(200);
    await model.leave();
    for (let count = 0; count < TIMES; count++) expectOffline(await gateway.post(body));
    await untilModelIs(gateway.gateway, "offline");
    for (let count = 0; count < TIMES; count++) expectOffline(await gateway.post(body));
    expect(gateway.gateway.admission.load().taken).toBe(0);
    await model.comeBack();
    await untilModelIs(gateway.gateway, "ready");
    expect((await gateway.post(body)).status).toBe(200);
  });
});

describe("a model server that cannot be reached", () => {
  it.each([
    ["its host name does not resolve", async () => "http://model.invalid"],
    ["it never completes the handshake", async () => `https://127.0.0.1:${await listenOn(createServer(() => {}))}`],
  ])("causes MODEL_OFFLINE long before the deadline: %s", async (_, start) => {
    const cut = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: await start() });
    expectOffline(await cut.post(body));
    expectOffline(await cut.post(body));
  });
});

function expectOffline(reply: Reply): void {
  expectRefused(reply, { status: 503, code: "MODEL_OFFLINE" });
}
