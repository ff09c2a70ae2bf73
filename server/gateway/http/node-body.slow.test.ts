import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import {
  allowHalfClose,
  drain,
  limitConnections,
  type OpenRequests,
  refuseConnection,
} from "#server/process/connections/limit-connections.ts";
import { catchLog } from "#test/catch-log.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { listenOn } from "#test/listen.ts";
import { openSocket, type RawAnswer } from "#test/raw-socket.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { beginExchange } from "./exchanges.ts";
import { servePredict } from "./transports.ts";

const log = catchLog();
const open: OpenRequests = new Map();
let gateway: TestGateway;
let server: Server;
let port: number;
let sweep: () => void;

beforeAll(async () => {
  gateway = await startGateway({}, log.change);
  server = createServer((request, response) => {
    beginExchange(request, response);
    open.set(response, request);
    response.once("close", () => open.delete(response));
    void servePredict(gateway.gateway, request, response);
  });
  sweep = limitConnections(server, { keepAliveMs: 60_000, answerMs: 60_000 });
  server.on("clientError", refuseConnection);
  allowHalfClose(server);
  port = await listenOn(server);
});

const CHUNKED = "Transfer-Encoding: chunked";

function head(...headers: string[]): string {
  return ["POST /v1/predict HTTP/1.1", "Host: x", ...headers, "", ""].join("\r\n");
}

/** Sends data and returns the only response. `end` closes the sending side afterwards. */
async function answerTo(bytes: string, end = false): Promise<RawAnswer> {
  const { socket, answer } = await openSocket(port);
  if (end) socket.end(bytes);
  else socket.write(bytes);
  return answer();
}

/** Expects the same request id and code in the response, the audit log and the log. */
async function expectOneRefusal(answer: RawAnswer, status: number, code: string): Promise<void> {
  const body = JSON.parse(answer.body);
  expect([answer.status, body.error.code]).toEqual([status, code]);
  expect(answer.headers["x-request-id"]).toBe(body.request_id);
  expect(answer.headers["ratelimit-policy"]).toBeDefined();
  expect(await eventsOf(gateway, { body })).toMatchObject([{ kind: "prediction.refused", code }]);
  const lines = log
    .text()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ requestId }) => requestId === body.request_id)).toMatchObject([{ status, code }]);
  expect(lines.at(-1).requestId).toBe(body.request_id);
}

describe("an incomplete body is refused with the same request id and code in the response, the log and the audit log", () => {
  it.each([
    ["a malformed chunk", CHUNKED, "5\r\nhello\r\nzz\r\n", false, 400, "INVALID_REQUEST"],
    ["an end within a chunk", CHUNKED, "5\r\nhe", true, 400, "INVALID_REQUEST"],
    ["an end before its length", "Content-Length: 100", "hello", true, 400, "INVALID_REQUEST"],
    ["chunk extensions of 20 kB", CHUNKED, `1;${"a".repeat(20_000)}\r\n{\r\n`, false, 413, "REQUEST_TOO_LARGE"],
  ])("%s", async (_, framing, body, end, status, code) => {
    await expectOneRefusal(
      await answerTo(head(`Authorization: Bearer ${gateway.key}`, framing) + body, end),
      status,
      code,
    );
  });

  it("a body that has not arrived in time", async () => {
    const arrived = once(server, "request");
    const answer = answerTo(`${head(`Authorization: Bearer ${gateway.key}`, "Content-Length: 100")}hello`);
    await arrived;
    for (let second = 0; second <= 10; second++) sweep();
    await expectOneRefusal(await answer, 408, "INVALID_REQUEST");
  });

  it("a malformed body without a credential gets UNAUTHORIZED", async () => {
    const answer = await answerTo(`${head(CHUNKED)}zz\r\n`);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  it("a body that has not arrived when the gateway stops", async () => {
    const { socket, answers } = await openSocket(port);
    server.once("checkContinue", (request, response) => server.emit("request", request, response));
    const reading = once(socket, "data");
    const headers = [`Authorization: Bearer ${gateway.key}`, "Content-Length: 100", "Expect: 100-continue"];
    socket.write(head(...headers));
    await reading;
    await drain({ server, open, drainMs: 0, endPredictions: () => {} });
    const [interim, refused, ...more] = await answers();
    expect(interim?.status).toBe(100);
    if (refused === undefined) throw new Error("there is no answer");
    expect(refused.headers["retry-after"]).toBe("1");
    await expectOneRefusal(refused, 503, "QUEUE_FULL");
    expect(more).toEqual([]);
  });
});
