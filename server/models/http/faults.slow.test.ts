import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { catchLog } from "#test/catch-log.ts";
import { bytesHeld } from "#test/collect-garbage.ts";
import { effort } from "#test/effort.ts";
import { expectAllIsQuiet } from "#test/expect-quiet.ts";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import {
  answerRight,
  type Behaviour,
  rightAnswer,
  sendJson,
  startFaultyModel,
  withStatus,
} from "#test/faulty-model.ts";
import { listenOn } from "#test/listen.ts";
import { type Reply, readExample, startGateway } from "#test/start-gateway.ts";

const TIMES = effort({ sample: 5, full: 50 });
/** With fewer requests, a memory leak cannot be distinguished from late garbage collection. */
const REPEATS_FOR_MEMORY = 50;
const MIB = 1_048_576;
const body = JSON.stringify(readExample("binary"));

const log = catchLog();
/** A server that counts connections, to prove that redirects are not followed. */
const elsewhere = await startElsewhere();
const model = await startFaultyModel();
const gateway = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: model.url }, log.change);

/**
 * Checks after every failure that no slot and no connection is in use and that the next request is answered correctly.
 */
afterEach(async () => {
  model.behave(answerRight);
  const reply = await gateway.post(body);
  expect(reply).toMatchObject({ status: 200, body: { result: { choice: "no", probabilities: { yes: 0, no: 1 } } } });
  await expectAllIsQuiet(gateway, model);
  expect(elsewhere.visitors()).toBe(0);
  expect(log.text()).not.toContain("secret");
});

async function expectFailed(reply: Reply, status: number, code: string): Promise<void> {
  expectRefused(reply, { status, code });
  expect(JSON.stringify(reply.body)).not.toContain("secret");
  const events = await eventsOf(gateway, reply);
  expect(events.map(({ kind }) => kind)).toEqual(["prediction.failed", "prediction.opened"]);
  expect(events[0]).toMatchObject({ code, cancelled: false });
}

const raw =
  (text: string, then: "end" | "reset" | "stay" = "end"): Behaviour =>
  ({ socket }) => {
    socket?.write(text);
    if (then === "end") socket?.end();
    if (then === "reset") socket?.resetAndDestroy();
  };

const sized =
  (body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(200, headers).end(body);

/** Writes 100 MiB unless the reader closes the connection earlier. */
const flood: Behaviour = (response) => {
  const chunk = Buffer.alloc(65_536, " secret");
  let left = 100 * MIB;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", write);
        return;
      }
    }
    response.end();
  };
  write();
};

const BOMB = gzipSync(Buffer.alloc(100 * MIB, " "));

describe.each<[string, Behaviour]>([
  ["resets the connection immediately", raw("", "reset")],
  ["closes the connection without a response", raw("")],
  ["resets the connection in the headers", raw("HTTP/1.1 200 OK\r\nContent-", "reset")],
  ["closes the connection in the headers", raw("HTTP/1.1 200 OK\r\nContent-")],
  ["resets the connection in the body", raw('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"secret', "reset")],
  ["sends less than its Content-Length", raw('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"secret')],
  ["closes the connection between two chunks", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")],
  ["sends an invalid chunk", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsecret\r\n")],
  ["sends two Content-Length headers", raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}")],
  ["does not speak HTTP", raw("SSH-2.0-secret\r\n")],
  [
    "switches protocols",
    raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: secret\r\nConnection: Upgrade\r\n\r\n", "stay"),
  ],
  ["sends an unsolicited 100 Continue", raw("HTTP/1.1 100 Continue\r\n\r\n", "stay")],
  ["sends headers that are too large", sized("{}", { "x-secret": "x".repeat(40_000) })],
  ["sends a truncated gzip body", sized(gzipSync(body).subarray(0, 60), { "content-encoding": "gzip" })],
  ["claims gzip but sends plain text", sized("{}", { "content-encoding": "gzip" })],
  ["sends an unsolicited content encoding", sized("{}", { "content-encoding": "br" })],
  ["answers with 100 MB", flood],
  ["answers with a gzip body that expands to 100 MB", sized(BOMB, { "content-encoding": "gzip" })],
  [
    "answers with one byte more than 1 MiB",
    (response, request) => {
      response.end(JSON.stringify(rightAnswer(request)).padEnd(MIB + 1));
    },
  ],
  ["answers with a web page", sized("<!doctype html><title>secret</title>", { "content-type": "text/html" })],
  ["answers with unrelated JSON", sized('{"error":"secret"}')],
  ["answers with an empty body", sized("")],
  ...[204, 400, 401, 404, 422, 500, 502].map((status): [string, Behaviour] => [
    `answers ${status} with a valid body`,
    (response, request) => void response.writeHead(status).end(JSON.stringify(rightAnswer(request))),
  ]),
  ...[302, 307].map((status): [string, Behaviour] => [
    `redirects with ${status}`,
    (response) => withStatus(status, { location: elsewhere.url })(response),
  ]),
])("a model server that %s", (_, problem) => {
  it(`causes INVALID_MODEL_RESPONSE ${TIMES} times in a row, after one request each`, async () => {
    model.behave(problem);
    const request = model.requests.length;
    await gateway.post(body);
    const held = REPEATS_FOR_MEMORY <= TIMES ? await bytesHeld() : undefined;
    for (let count = 1; count < TIMES; count++) {
      await expectFailed(await gateway.post(body), 502, "INVALID_MODEL_RESPONSE");
    }
    expect(model.requests.length - request).toBe(TIMES);
    if (held !== undefined) expect((await bytesHeld()) - held).toBeLessThan(8 * MIB);
  });
});

describe("an answer of exactly 1 MiB", () => {
  it("is accepted", async () => {
    model.behave((response, request) => void response.end(JSON.stringify(rightAnswer(request)).padEnd(MIB)));
    expect((await gateway.post(body)).status).toBe(200);
  });
});

describe.each<[string, Behaviour, number, string]>([
  ["answers 429", withStatus(429), 429, "QUEUE_FULL"],
  ["answers 503", withStatus(503), 503, "MODEL_NOT_READY"],
])("a model server that %s", (_, problem, status, code) => {
  it(`causes ${code} ${TIMES} times in a row`, async () => {
    model.behave(problem);
    for (let count = 0; count < TIMES; count++) await expectFailed(await gateway.post(body), status, code);
  });
});

async function startElsewhere() {
  let visitors = 0;
  const server = createServer((_, response) => sendJson(response, {})).on("connection", () => visitors++);
  return { url: `http://127.0.0.1:${await listenOn(server)}/predict`, visitors: () => visitors };
}
