import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { limitReadTime } from "./limit-read-time.ts";

const LIMIT_MS = 50;

it.each([
  ["before it is answered", () => {}],
  ["though it is answered", (_: IncomingMessage, response: ServerResponse) => response.end("the answer")],
  [
    "though it is answered, and whoever read the request has closed it and left the connection open, as Next does",
    (request: IncomingMessage, response: ServerResponse) => {
      response.end("the answer");
      request.emit("close");
    },
  ],
])("reports a body that has not arrived in time, %s", async (_, handle) => {
  const reported: string[] = [];
  const server = createServer({ keepAliveTimeout: 20 * LIMIT_MS }, (request, response) => {
    limitReadTime(server, request, LIMIT_MS);
    handle(request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    reported.push(error.code ?? "");
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const socket = connect(address.port, "127.0.0.1").on("error", () => {});
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nbegun");
  socket.resume();
  // Either the limit ends the connection, or the server does later, for being idle.
  await once(socket, "close");
  server.close();
  expect(reported).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});
