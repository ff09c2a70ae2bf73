import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { openSocket, parseAnswer, type RawAnswer } from "#test/raw-socket.ts";
import { readExample } from "#test/start-gateway.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

const example = JSON.stringify(readExample("binary"));
const JSON_BODY = "Content-Type: application/json";
const CHUNKED = "Transfer-Encoding: chunked";
const NOT_A_CHUNK = "zz\r\n";

const { server, api_key } = await startSeeded();
const authorization = `Authorization: Bearer ${api_key}`;
/** Responses to a request whose body never ends. Started early, because the server's timeout is ten seconds. */
const dripped = drip(procedure("Content-Length: 30000"));

function procedure(...headers: string[]): string {
  const origin = `Origin: http://localhost:${server.port}`;
  return head("POST /api/trpc/submissions.validate", JSON_BODY, origin, ...headers);
}

function head(target: string, ...headers: string[]): string {
  return [`${target} HTTP/1.1`, "Host: x", ...headers, "", ""].join("\r\n");
}

function predict(body: string, ...headers: string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return `${head("POST /v1/predict", authorization, length, ...headers)}${body}`;
}

/** Writes bytes, waits for the first response, calls `then`, and returns the statuses of all responses. */
async function afterTheAnswer(bytes: string, then: (socket: Socket) => void): Promise<number[]> {
  const { socket, received, answers } = await openSocket(server.port);
  socket.write(bytes);
  await until("the first response arrives", () => isWhole(received()));
  then(socket);
  return (await answers()).map(({ status }) => status);
}

function isWhole(text: string): boolean {
  if (!text.includes("\r\n\r\n")) return false;
  const { headers, body } = parseAnswer(text);
  return headers["transfer-encoding"] === "chunked"
    ? text.endsWith("\r\n0\r\n\r\n")
    : body.length === Number(headers["content-length"] ?? 0);
}

async function statusesOf(bytes: string, end = false): Promise<number[]> {
  const { socket, answers } = await openSocket(server.port);
  if (end) socket.end(bytes);
  else socket.write(bytes);
  // Interim (1xx) responses are ignored: a client that has closed its side may get them while it waits.
  return (await answers()).map(({ status }) => status).filter((status) => status >= 200);
}

async function drip(start: string): Promise<readonly RawAnswer[]> {
  const { socket, answers } = await openSocket(server.port);
  socket.write(start);
  const timer = setInterval(() => socket.write("x"), 200);
  try {
    return await answers();
  } finally {
    clearInterval(timer);
  }
}

// Concurrent, because each test waits a second or more until the server closes the connection.
describe.concurrent("a refused request gets exactly one response, whatever happens to its body", () => {
  const refused: [what: string, bytes: () => string, status: number][] = [
    ["401 of /v1/predict", () => head("POST /v1/predict", CHUNKED), 401],
    ["405 of /v1/predict", () => head("PUT /v1/predict", CHUNKED), 405],
    ["405 of the HTTP server", () => head("PROPFIND /", CHUNKED), 405],
    ["404 of an unknown path", () => head("POST /v1/other", CHUNKED), 404],
    ["401 of a tRPC procedure", () => procedure(CHUNKED), 401],
    ["403 of a tRPC procedure", () => head("POST /api/trpc/submissions.validate", CHUNKED), 403],
  ];

  it.each(refused)("after %s: an invalid chunk", async (_, bytes, status) => {
    expect(await afterTheAnswer(bytes(), (socket) => socket.write(NOT_A_CHUNK))).toEqual([status]);
  });

  it.each(refused)("after %s: the client closes its side", async (_, bytes, status) => {
    expect(await afterTheAnswer(bytes(), (socket) => socket.end())).toEqual([status]);
  });

  it("after 413: an invalid chunk", async () => {
    const tooLarge = `${(40_000).toString(16)}\r\n${"x".repeat(40_000)}\r\n`;
    const bytes = head("POST /v1/predict", authorization, CHUNKED) + tooLarge;
    expect(await afterTheAnswer(bytes, (socket) => socket.write(NOT_A_CHUNK))).toEqual([413]);
  });

  it("after 401 of a tRPC procedure: a body that is incomplete after ten seconds", async () => {
    expect((await dripped).map(({ status }) => status)).toEqual([401]);
  });
});

describe.concurrent("a request with an invalid body gets exactly one response", () => {
  it.each([
    ["an invalid chunk", "5\r\nhello\r\nzz\r\n", false],
    ["a body that ends within a chunk", "5\r\nhe", true],
    ["a body that ends after a chunk, without the last chunk", "5\r\nhello\r\n", true],
  ])("%s", async (_, body, end) => {
    expect(await statusesOf(head("POST /v1/predict", authorization, CHUNKED) + body, end)).toEqual([400]);
    const [first, ...more] = await statusesOf(head("POST /v1/predict", CHUNKED) + body, end);
    expect([400, 401]).toContain(first);
    expect(more).toEqual([]);
    const origin = `Origin: http://localhost:${server.port}`;
    expect(await statusesOf(head("POST /api/auth/sign-in/email", origin, JSON_BODY, CHUNKED) + body, end)).toEqual([
      400,
    ]);
    expect(server.output()).not.toContain("Next.js failed");
  });
});

describe.concurrent("a valid request is answered, whatever follows on the connection", () => {
  it("invalid HTTP in the same write: 200, then 400, and the connection is closed", async () => {
    const { socket, answers } = await openSocket(server.port);
    socket.write(`${predict(example)}GARBAGE\r\n\r\n`);
    const [first, second, ...more] = await answers();
    expect(first?.status).toBe(200);
    expect(second).toMatchObject({ status: 400, headers: { connection: "close" } });
    expect(more).toEqual([]);
  });

  it("invalid HTTP after several valid requests: their responses, then 400", async () => {
    expect(await statusesOf(`${predict(example)}${predict("{}")}${predict(example)}\u0000\r\n\r\n`)).toEqual([
      200, 422, 200, 400,
    ]);
  });

  it("invalid HTTP after a page and after a refusal by the HTTP server", async () => {
    expect(await statusesOf(`${head("GET /health/live")}GARBAGE\r\n\r\n`)).toEqual([200, 400]);
    expect(await statusesOf(`${head("GET /v1")}GARBAGE\r\n\r\n`)).toEqual([404, 400]);
  });

  it("a CONNECT request", async () => {
    expect(await statusesOf(predict(example) + head("CONNECT x:443"))).toEqual([200, 405]);
  });

  it("ignored bytes, if the request has Connection: close", async () => {
    expect(await statusesOf(`${predict(example, "Connection: close")}GARBAGE\r\n\r\n`)).toEqual([200]);
    expect(await statusesOf(predict(example, "Connection: close") + predict(example))).toEqual([200]);
  });

  it("the end of the stream, because the client has closed its side", async () => {
    expect(await statusesOf(predict(example), true)).toEqual([200]);
    expect(await statusesOf(predict(example) + predict("{}"), true)).toEqual([200, 422]);
    expect(await statusesOf(head("GET /health/live"), true)).toEqual([200]);
    expect((await statusesOf(`${predict(example)}GARBAGE\r\n\r\n`, true))[0]).toBe(200);
  });
});

describe("requests are ignored after a response that closes the connection", () => {
  it("for example after a refusal that was sent before the body arrived", async () => {
    const { socket, received, answers } = await openSocket(server.port);
    socket.write(head("POST /v1/predict", "Content-Length: 5"));
    await until("the refusal arrives", () => isWhole(received()));
    socket.write(`hello${predict(example)}`);
    expect((await answers()).map(({ status }) => status)).toEqual([401]);
  });
});
