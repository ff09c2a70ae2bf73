import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, it } from "vitest";
import { until } from "#test/until.ts";
import { beginExchange } from "./exchanges.ts";
import { limitConnections } from "./limit-connections.ts";

const unavailable = existsSync("/proc/net/tcp") ? false : "this system has no /proc/net/tcp";
const HOUR_MS = 3_600_000;
const ANSWER_BYTES = 1_000_000;

describe("a server", () => {
  const opened: { close(): void }[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });

  /** A server that has handed its whole answer to the kernel, and a client that has read nothing of it. */
  async function answerUnread(keepAliveMs: number, now?: () => number) {
    const server = createServer((request, response) => {
      beginExchange(request, response);
      response.end(Buffer.alloc(ANSWER_BYTES));
    });
    limitConnections(server, { keepAliveMs, ...(now && { now }) });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const client = connect(address.port, "127.0.0.1").pause();
    client.on("error", () => {});
    client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const [socket]: Socket[] = await once(server, "connection");
    if (socket === undefined) throw new Error("there is no connection");
    opened.push({ close: () => server.close() }, { close: () => client.destroy() });
    await until("the process has handed on the whole answer", () =>
      socket.bytesWritten >= ANSWER_BYTES && socket.writableLength === 0 ? true : undefined,
    );
    return { client, socket };
  }

  it.skipIf(unavailable)(
    "cuts a reader whose whole answer lies in the kernel, however long it is kept alive",
    async () => {
      const { socket } = await answerUnread(HOUR_MS, () => 100 * performance.now());
      await once(socket, "close");
    },
  );

  it("ends an idle connection, also of a client that sends empty lines", async () => {
    const { client, socket } = await answerUnread(1);
    const drip = setInterval(() => client.write("\r\n"), 10);
    opened.push({ close: () => clearInterval(drip) });
    client.resume();
    await once(socket, "close");
  });
});
