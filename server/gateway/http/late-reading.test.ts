import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { limitConnections, refuseConnection, SWEEP_MS } from "#server/process/connections/limit-connections.ts";
import { listenOn } from "#test/listen.ts";
import { openSocket, type RawConnection } from "#test/raw-socket.ts";
import { until } from "#test/until.ts";
import { beginExchange } from "./exchanges.ts";

const READ_MS = 1_000;
const BODY_MS = 60_000;
const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\n";

/** Echo server. Request heads are limited by time, bodies by the number of sweeps. */
let server: Server;
let sweep: () => void;
let port: number;

beforeEach(async () => {
  server = createServer(
    { headersTimeout: READ_MS, requestTimeout: 0, connectionsCheckingInterval: 1 },
    (request, response) => {
      beginExchange(request, response);
      text(request).then(
        (body) => response.end(body),
        () => {},
      );
    },
  );
  sweep = limitConnections(server, { keepAliveMs: BODY_MS, answerMs: BODY_MS });
  server.on("clientError", refuseConnection);
  port = await listenOn(server);
});

/** Blocks this thread, which also runs the server, until all time limits have passed. */
function stall(): Promise<void> {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READ_MS + 200);
  return passLimits();
}

/** Sweeps from a timer, as the process does: timers fire before sockets are read. */
async function passLimits(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve));
  for (let ms = 0; ms < BODY_MS; ms += SWEEP_MS) sweep();
}

async function connect() {
  const accepted: Promise<Socket[]> = once(server, "connection");
  const connection = await openSocket(port);
  await accepted;
  return connection;
}

/** Sends on a new connection; retries until everything was sent within the limit. */
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

describe("data that arrived in time but is read late, because the process was busy, is not refused with 408", () => {
  it("a head", async () => {
    const { answer } = await sendInTime(({ socket }) => void socket.write(`${HEAD}body`));
    await stall();
    expect(await answer()).toMatchObject({ status: 200, body: "body" });
  });

  it("the rest of a body", async () => {
    const { answer } = await sendInTime(async ({ socket }) => {
      const begun = once(server, "request");
      socket.write(`${HEAD}bo`);
      // On a slow machine the connection closes instead, because the body came too late.
      await Promise.race([begun, once(socket, "close")]);
      socket.write("dy");
    });
    await stall();
    expect(await answer()).toMatchObject({ status: 200, body: "body" });
  });
});

describe("a request that did not arrive in time is refused with 408", () => {
  it.each([
    ["a head", "POST / HTTP/1.1\r\n"],
    ["a body", `${HEAD}bo`],
  ])("%s", async (_, bytes) => {
    const { socket, answer } = await connect();
    const begun = Promise.race([once(server, "request"), once(socket, "close")]);
    socket.write(bytes);
    await begun;
    await passLimits();
    expect((await answer()).status).toBe(408);
  });
});
