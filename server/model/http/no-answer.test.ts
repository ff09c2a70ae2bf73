import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefused } from "#test/expect-refusal.ts";
import {
  answerRight,
  type Behaviour,
  expectAllIsQuiet,
  type FaultyModel,
  startFaultyModel,
} from "#test/faulty-model.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const TIMES = 50;
const AT_ONCE = 10;
const DEADLINE_MS = 400;
const body = JSON.stringify(readExample("binary"));

let model: FaultyModel;
let gateway: TestGateway;

beforeAll(async () => {
  model = await startFaultyModel();
  gateway = await startGateway({
    MODEL_ADAPTER: "http",
    MODEL_URL: model.url,
    MODEL_DEADLINE_MS: String(DEADLINE_MS),
    MODEL_CONCURRENCY: String(AT_ONCE),
  });
});
afterAll(async () => {
  await gateway.stop();
  await model.leave();
});

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
  ["is silent", () => {}],
  ["is silent after its headers", raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")],
  ["drips its headers", drip("HTTP/1.1 200 OK\r\nX-Drip: ")],
  ["drips its body", drip("HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n")],
  ["only says that it goes on", raw("HTTP/1.1 102 Processing\r\n\r\n")],
])("a model server that %s", (_, fault) => {
  it(`is MODEL_TIMEOUT at the deadline, ${TIMES} times, and finds its connections closed`, async () => {
    model.behave(fault);
    const before = model.asked.length;
    for (let count = 0; count < TIMES; count += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, expectTimeout));
      await expectAllIsQuiet(gateway, model);
    }
    const asked = model.asked.slice(before).map(({ body: { request_id } }) => request_id);
    // On a busy machine a deadline may pass before the request is on its way.
    expect(asked.length).toBeLessThanOrEqual(TIMES);
    expect(new Set(asked).size).toBe(asked.length);
    model.behave(answerRight);
    expect((await gateway.post(body)).status).toBe(200);
  });
});

async function expectTimeout(): Promise<void> {
  const start = performance.now();
  const reply = await gateway.post(body);
  const ms = performance.now() - start;
  expect(ms).toBeGreaterThan(DEADLINE_MS - 5);
  expect(ms).toBeLessThan(DEADLINE_MS + 500);
  expectRefused(reply, { status: 504, code: "MODEL_TIMEOUT" });
}

describe("a model server whose caller leaves", () => {
  it("finds its connection closed, and its place is free", async () => {
    const leaving = new AbortController();
    model.behave(() => leaving.abort());
    const headers = { authorization: `Bearer ${gateway.key}` };
    await expect(fetch(gateway.url, { method: "POST", headers, body, signal: leaving.signal })).rejects.toThrow();
    await until(
      "its place is free",
      () => (gateway.gateway.admission.load().taken === 0 ? true : undefined),
      DEADLINE_MS,
    );
    await expectAllIsQuiet(gateway, model);
  });
});

describe("a model server that refuses connections", () => {
  it(`is MODEL_OFFLINE within a second, ${TIMES} times in a row, found by the check or by the request`, async () => {
    model.behave(answerRight);
    expect((await gateway.post(body)).status).toBe(200);
    await model.leave();
    for (let count = 0; count < TIMES; count++) await expectOffline(gateway);
    await until("the check finds it", async () =>
      (await gateway.gateway.model.readiness()) === "offline" ? true : undefined,
    );
    for (let count = 0; count < TIMES; count++) await expectOffline(gateway);
    expect(gateway.gateway.admission.load().taken).toBe(0);
    await model.comeBack();
    await until("the check finds it", async () =>
      (await gateway.gateway.model.readiness()) === "ready" ? true : undefined,
    );
    expect((await gateway.post(body)).status).toBe(200);
  });
});

describe("a model server that cannot be reached", () => {
  it.each([
    ["it has no address", async () => ({ url: "http://model.invalid", stop: () => {} })],
    ["it never completes the handshake", startMute],
  ])("is MODEL_OFFLINE within a second: %s", async (_, start) => {
    const { url, stop } = await start();
    const cut = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: url });
    try {
      await expectOffline(cut);
      await expectOffline(cut);
    } finally {
      await cut.stop();
      stop();
    }
  });
});

async function expectOffline(of: TestGateway): Promise<void> {
  const start = performance.now();
  const reply = await of.post(body);
  expect(performance.now() - start).toBeLessThan(1_000);
  expectRefused(reply, { status: 503, code: "MODEL_OFFLINE" });
}

/** Takes connections, and never says anything. */
async function startMute() {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
