import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSocket, type RawConnection } from "#test/raw-socket.ts";
import { until } from "#test/until.ts";
import { beginExchange } from "./exchanges.ts";
import { limitReadTime } from "./limit-read-time.ts";
import { refuseConnection } from "./refuse-connection.ts";

const READ_MS = 1_000;
const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\n";

/** A server that gives a head, and then its body, so long to arrive, and answers with the body. */
let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer(
    { headersTimeout: READ_MS, requestTimeout: 0, connectionsCheckingInterval: 1 },
    (request, response) => {
      beginExchange(request, response);
      limitReadTime(server, request, READ_MS);
      text(request).then(
        (body) => response.end(body),
        () => {},
      );
    },
  );
  server.on("clientError", refuseConnection);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Keeps this thread, and the server in it, from doing anything until every limit has passed. */
function stall(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READ_MS + 200);
}

async function connect() {
  const accepted: Promise<Socket[]> = once(server, "connection");
  const connection = await openSocket(port);
  await accepted;
  return connection;
}

/** Sends on a new connection, again and again until everything was sent within the limit. */
function sendInTime(send: (connection: RawConnection) => void | Promise<void>): Promise<RawConnection> {
  return until("everything is sent in time", async () => {
    const start = performance.now();
    const connection = await connect();
    await send(connection);
    if (performance.now() - start < READ_MS) return connection;
    connection.socket.destroy();
    return undefined;
  });
}

describe("what arrived in time, but is read late because the process was busy, is not refused with 408", () => {
  it("a head", async () => {
    const { answer } = await sendInTime(({ socket }) => void socket.write(`${HEAD}body`));
    stall();
    expect(await answer()).toMatchObject({ status: 200, body: "body" });
  });

  it("the rest of a body", async () => {
    const { answer } = await sendInTime(async ({ socket }) => {
      const begun = once(server, "request");
      socket.write(`${HEAD}bo`);
      // It is refused instead if it comes too late.
      await Promise.race([begun, once(socket, "close")]);
      socket.write("dy");
    });
    stall();
    expect(await answer()).toMatchObject({ status: 200, body: "body" });
  });
});

describe("what did not arrive is refused with 408", () => {
  it.each([
    ["a head", "POST / HTTP/1.1\r\n"],
    ["a body", `${HEAD}bo`],
  ])("%s", async (_, bytes) => {
    const { socket, answer } = await connect();
    socket.write(bytes);
    expect((await answer()).status).toBe(408);
  });
});
