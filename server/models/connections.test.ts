import { createServer } from "node:http";
import { createServer as createPlainServer, type Server, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { listenOn } from "#test/listen.ts";
import { until } from "#test/until.ts";
import { keepConnections } from "./connections.ts";
import { postOnce } from "./post-once.ts";

/** A model server that counts its connections and the requests that reach it. */
async function startServer(keepAlive: string | undefined) {
  const sockets: Socket[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (keepAlive !== undefined) response.setHeader("Keep-Alive", keepAlive);
    response.shouldKeepAlive = true;
    request.resume().on("end", () => response.setHeader("Connection", "keep-alive").end("{}"));
  });
  server.on("connection", (socket) => sockets.push(socket));
  return { post: await connectTo(server), sockets, requests: () => requests };
}

const ANSWER = "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\n{}";

async function connectTo(server: Server) {
  const url = new URL(`http://127.0.0.1:${await listenOn(server)}`);
  const connections = keepConnections(url);
  const { signal } = new AbortController();
  return () => postOnce({ url, method: "POST", headers: {}, body: "{}", connections, signal });
}

describe("a connection to a model server", () => {
  it("is reused if the server announces a keep-alive timeout", async () => {
    const { post, sockets, requests } = await startServer("timeout=5");
    for (let count = 0; count < 5; count++) expect((await post()).status).toBe(200);
    expect([sockets.length, requests()]).toEqual([1, 5]);
  });

  it("is not reused without a keep-alive timeout, or with one that is too short", async () => {
    for (const hint of [undefined, "max=100", "timeout=1", "timeout=0"]) {
      const { post, sockets } = await startServer(hint);
      await post();
      await post();
      expect(sockets.length).toBe(2);
    }
  });

  it("is closed after a second without a request", async () => {
    const { post, sockets } = await startServer("timeout=60");
    await post();
    await until("the connection is closed", () => sockets[0]?.destroyed);
    expect((await post()).status).toBe(200);
    expect(sockets.length).toBe(2);
  });

  it("is not reused after the server has closed the connection, and no request is sent twice", async () => {
    const { post, sockets, requests } = await startServer("timeout=5");
    for (let count = 1; count <= 50; count++) {
      expect((await post()).status).toBe(200);
      expect(requests()).toBe(count);
      sockets.at(-1)?.end();
      await new Promise((resolve) => sockets.at(-1)?.once("close", resolve));
    }
    expect(sockets.length).toBe(50);
  });

  it("fails the request without a retry if the connection breaks after the request was written", async () => {
    let received = 0;
    const server = createPlainServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => {
        received++;
        if (received === 1) socket.write(ANSWER);
        else socket.destroy();
      });
    });
    const post = await connectTo(server);
    expect((await post()).status).toBe(200);
    await expect(post()).rejects.toMatchObject({ code: "INVALID_MODEL_RESPONSE" });
    expect(received).toBe(2);
  });

  it("is not reused after the server has sent unsolicited data", async () => {
    let connected = 0;
    const server = createPlainServer((socket) => {
      connected++;
      socket.on("error", () => {});
      socket.on("data", () => socket.write(ANSWER + ANSWER));
    });
    const post = await connectTo(server);
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(200);
    expect(connected).toBe(2);
  });
});
