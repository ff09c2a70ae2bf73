import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { beginExchange, latestExchange } from "#server/gateway/http/exchanges.ts";
import { cleanUp } from "#test/clean-up.ts";
import { listenOn } from "#test/listen.ts";
import { until } from "#test/until.ts";
import { limitConnections } from "./limit-connections.ts";

const KEEP_ALIVE_S = 15;
const ANSWER_S = 40;
const LONG_WORK_S = 1_800;
const READ_S = 10;
const TAKE_S = 20;
const LONG_S = 100;
const MIB = 1_048_576;

let handle: (request: IncomingMessage, response: ServerResponse) => void;
/** Error codes of the bodies that were reported as late. */
let late: string[];

beforeEach(() => {
  late = [];
});

/** Opens a server and a client that sends `bytes` to it. Only `pass` advances time, in seconds, the sweep interval. */
async function open(bytes: string) {
  const server = createServer((request, response) => {
    beginExchange(request, response);
    handle(request, response);
  });
  const sweep = limitConnections(server, { keepAliveMs: KEEP_ALIVE_S * 1_000, answerMs: ANSWER_S * 1_000 });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    late.push(error.code ?? "");
    socket.destroy();
  });
  const client = connect(await listenOn(server), "127.0.0.1");
  client.on("error", () => {});
  client.write(bytes);
  const [socket]: Socket[] = await once(server, "connection");
  if (socket === undefined) throw new Error("there is no connection");
  cleanUp(() => client.destroy());
  return {
    client,
    socket,
    /** Lets seconds pass. Returns the second in which the connection was closed. */
    async pass(seconds: number, each?: () => Promise<unknown>): Promise<number | undefined> {
      for (let second = 0; second <= seconds; second++) {
        if (second > 0) await each?.();
        sweep();
        if (socket.destroyed) return second;
      }
      return undefined;
    },
    /** Sends bytes and waits until the server has received them. */
    async send(more: string): Promise<void> {
      const before = socket.bytesRead;
      client.write(more);
      await until("the bytes are there", () => socket.bytesRead > before);
    },
    async answered(): Promise<void> {
      await until("the answer is sent", () => latestExchange(socket)?.response.closed);
    },
    /** Reads at least this many bytes of the answer. */
    async take(least: number): Promise<void> {
      const before = client.bytesRead;
      client.resume();
      await until("the reader has more", () => client.bytesRead - before >= least);
      client.pause();
    },
  };
}

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/** Waits for the request and leaves its response open. */
function hold(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    handle = (_, response) => resolve(response);
  });
}

describe("a connection whose sender is slow", () => {
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nbegun`;

  it.each([
    ["not answered", () => {}],
    ["answered", (response: ServerResponse) => response.end("the answer")],
    [
      "answered by a handler that closed the request but not the connection, like Next",
      (response: ServerResponse) => {
        response.end("the answer");
        response.req.emit("close");
      },
    ],
  ])("is cut 10 seconds after a request whose body trickles in: %s", async (_, answer) => {
    const held = hold();
    const { client, pass, send } = await open(post("/"));
    client.resume();
    const response = await held;
    response.req.resume();
    answer(response);
    expect(await pass(LONG_S, () => send("x"))).toBe(READ_S);
    expect(late).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
  });

  it("may send an import for as long as data arrives", async () => {
    const held = hold();
    const { pass, send } = await open(post("/api/import/submissions"));
    (await held).req.resume();
    expect(await pass(LONG_S, () => send("x"))).toBeUndefined();
    expect(await pass(LONG_S)).toBe(READ_S - 1);
    expect(late).toHaveLength(1);
  });

  it("may take half an hour while the process has not read received bytes of an import", async () => {
    const held = hold();
    const { pass } = await open(post("/api/import/submissions"));
    const { req } = await held;
    await until("the body is there", () => req.readableLength > 0);
    expect(await pass(LONG_WORK_S)).toBe(LONG_WORK_S);
    expect(late).toEqual([]);
  });
});

describe("a connection whose reader is slow", () => {
  it("is cut after 20 seconds without reading", async () => {
    handle = (_, response) => response.end(Buffer.alloc(64 * MIB));
    const { client, socket, pass } = await open(GET);
    client.pause();
    await until("the answer waits", () => socket.writableLength > 0);
    expect(await pass(LONG_S)).toBe(TAKE_S);
  });

  it("stays open while it reads the answer, even if that is one large chunk", async () => {
    handle = (_, response) => response.end(Buffer.alloc(64 * MIB));
    const { client, socket, pass, take } = await open(GET);
    client.pause();
    await until("the answer waits", () => socket.writableLength > 0);
    for (let count = 0; count < 3; count++) {
      expect(await pass(TAKE_S - 2)).toBeUndefined();
      await take(16 * MIB);
    }
  });
});

describe("a connection that waits for the process", () => {
  it("has half an hour for a procedure, such as a verification", async () => {
    const held = hold();
    const { pass } = await open(GET.replace("/", "/api/trpc/audit.verify"));
    await held;
    expect(await pass(LONG_WORK_S)).toBe(LONG_WORK_S);
  });

  it("is closed if the response does not begin in time", async () => {
    const held = hold();
    const { pass } = await open(GET);
    await held;
    expect(await pass(LONG_S)).toBe(ANSWER_S);
  });

  it("stays open while parts of the response are sent", async () => {
    const held = hold();
    const { client, pass } = await open(GET);
    client.resume();
    const response = await held;
    const part = () => new Promise((resolve) => response.write("part", resolve));
    await part();
    for (let count = 0; count < 3; count++) {
      expect(await pass(ANSWER_S - 2)).toBeUndefined();
      await part();
    }
    expect(await pass(LONG_S)).toBe(ANSWER_S);
  });

  it("stays open for a silent event stream", async () => {
    const held = hold();
    const { client, pass } = await open(GET);
    client.resume();
    const response = await held;
    response.setHeader("Content-Type", "text/event-stream");
    await new Promise((resolve) => response.write("data: 1\n\n", resolve));
    expect(await pass(LONG_S)).toBeUndefined();
  });
});

describe("a connection without a request", () => {
  it("is cut once its keep-alive time is over, even if it sends empty lines", async () => {
    handle = (_, response) => response.end("the answer");
    const { client, pass, send, answered } = await open(GET);
    client.resume();
    await answered();
    expect(await pass(LONG_S, () => send("\r\n"))).toBe(KEEP_ALIVE_S);
  });

  it("stays open while requests arrive", async () => {
    handle = (_, response) => response.end("the answer");
    const { client, pass, send, answered } = await open(GET);
    client.resume();
    for (let count = 0; count < 3; count++) {
      await answered();
      expect(await pass(KEEP_ALIVE_S - 1)).toBeUndefined();
      await send(GET);
    }
  });
});
