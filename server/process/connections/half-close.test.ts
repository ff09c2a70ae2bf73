import { createServer, type Server, type ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { beginExchange } from "#server/gateway/http/exchanges.ts";
import { listenOn } from "#test/listen.ts";
import { openSocket } from "#test/raw-socket.ts";
import { until } from "#test/until.ts";
import { allowHalfClose } from "./limit-connections.ts";

/** A server whose responses are sent by the test. */
let server: Server;
let port: number;
let responses: ServerResponse[];

beforeEach(async () => {
  responses = [];
  server = createServer((request, response) => {
    beginExchange(request, response);
    responses.push(response);
  });
  allowHalfClose(server);
  port = await listenOn(server);
});

async function send({ version = "HTTP/1.1", path = "/v1/predict" } = {}) {
  const connection = await openSocket(port);
  connection.socket.write(`GET ${path} ${version}\r\nHost: x\r\n\r\n`);
  const response = await until("the request", () => responses[0]);
  return { ...connection, response };
}

describe("a caller that half-closes before it is answered", () => {
  it("gets only the response if the response is fast", async () => {
    const { socket, answers, response } = await send();
    socket.end();
    response.end("done");
    expect((await answers()).map(({ status, body }) => [status, body])).toEqual([[200, "done"]]);
  });

  it("gets interim responses before a slow response", async () => {
    const { socket, received, answers, response } = await send();
    socket.end();
    await until("two interim responses", () => received().split("100 Continue").length === 3);
    response.end("done");
    expect((await answers()).map(({ status }) => status)).toEqual([100, 100, 200]);
  });
});

describe("a caller that leaves before it is answered", () => {
  it("is detected, although a half close looks the same at first", async () => {
    const { socket, response } = await send();
    socket.destroy();
    await until("the response is closed", () => response.closed);
    expect(response.writableFinished).toBe(false);
  });

  it("is detected with HTTP/1.0, which has no interim responses", async () => {
    const { socket, answers, response } = await send({ version: "HTTP/1.0" });
    socket.end();
    expect(await answers()).toEqual([]);
    expect(response.writableFinished).toBe(false);
  });

  it("is detected at once on every other address, also while it reads a response", async () => {
    for (const start of ["", "data: 1\n\n"]) {
      responses = [];
      const { socket, received, response } = await send({ path: "/api/trpc/audit.watchVerify" });
      if (start !== "") response.write(start);
      await until("the start", () => received().includes(start));
      socket.end();
      await until("the response is closed", () => response.closed);
      expect(response.writableFinished).toBe(false);
      expect(received()).not.toContain("100 Continue");
    }
  });

  it("still gets a response that is already sent", async () => {
    const { socket, answers, response } = await send({ path: "/review" });
    response.end("done");
    socket.end();
    expect((await answers()).map(({ body }) => body)).toEqual(["done"]);
  });
});
