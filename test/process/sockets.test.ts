import { describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { errorBodySchema } from "#lib/contract/response.ts";
import { exchange, openSocket, parseAnswer, type RawAnswer, type RawConnection } from "#test/raw-socket.ts";
import { expectCauseAndRemedy } from "#test/remedies.ts";
import { readExample } from "#test/start-gateway.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

const example = JSON.stringify(readExample("binary"));
const length = `Content-Length: ${Buffer.byteLength(example)}`;

const { server, api_key } = await startSeeded();
const authorization = `Authorization: Bearer ${api_key}`;
/** Responses to requests that never end. Started early, because the server's timeouts are ten seconds. */
const dripped = Promise.all([drip(["POST /v1/predict HTTP/1.1", "Host: x"]), drip(dripOfBody())]);

/** Asserts the body and the headers that all refusals share, whichever layer sends them. */
function expectRefusal({ status, headers, body }: RawAnswer, expected: number, code = "INVALID_REQUEST"): void {
  expect(status).toBe(expected);
  const { error, request_id } = errorBodySchema.parse(JSON.parse(body));
  expect(error.code).toBe(code);
  expectCauseAndRemedy(error.message);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": request_id,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
}

describe("an invalid HTTP request is refused in JSON, and the connection is closed", () => {
  it.each([
    ["a TLS handshake", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["an unknown method", "FORECAST /v1/predict HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a target with a space", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n"],
    [
      "two different Content-Length headers",
      "POST /v1/predict HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "Content-Length and Transfer-Encoding",
      "POST /v1/predict HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a negative Content-Length", "POST /v1/predict HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
    ["no Host header", "POST /v1/predict HTTP/1.1\r\nContent-Length: 0\r\n\r\n"],
  ])("%s: 400", async (_, bytes) => {
    const { socket, answer } = await openSocket(server.port);
    socket.write(bytes, "latin1");
    const refused = await answer();
    expectRefusal(refused, 400);
    expect(refused.headers.connection).toBe("close");
  });

  it("headers larger than 16 KiB: 431", async () => {
    const refused = await exchange(server.port, ["GET / HTTP/1.1", "Host: x", `X-Large: ${"x".repeat(17_000)}`]);
    expectRefusal(refused, 431, "REQUEST_TOO_LARGE");
  });

  it("headers or a body incomplete after 10 seconds: 408", async () => {
    const [headers, body] = await dripped;
    for (const refused of [headers, body]) {
      if (refused === undefined) throw new Error("the server sent no response");
      expectRefusal(refused, 408);
      expect(refused.headers.connection).toBe("close");
    }
  });
});

describe("unknown targets and methods are refused in JSON", () => {
  it.each([
    ["OPTIONS * HTTP/1.1", 400],
    ["GET //v1/predict HTTP/1.1", 400],
    ["POST //v1/predict HTTP/1.1", 400],
    ["GET ftp://x/v1/predict HTTP/1.1", 400],
    ["GET http://user@x/v1/predict HTTP/1.1", 400],
    ["GET http://x//v1/predict HTTP/1.1", 400],
    ["TRACE / HTTP/1.1", 405],
    ["PROPFIND / HTTP/1.1", 405],
    ["GET /v1 HTTP/1.1", 404],
    ["POST /v1/other HTTP/1.1", 404],
    ["POST /v1/predict/ HTTP/1.1", 404],
    ["POST /v1//predict HTTP/1.1", 404],
    ["POST /v1/%70redict HTTP/1.1", 404],
    ["POST /%76%31/predict HTTP/1.1", 404],
    ["POST /V1/predict HTTP/1.1", 404],
    ["POST /v1/Predict HTTP/1.1", 404],
    ["POST /v2/predict HTTP/1.1", 404],
    ["POST /predict HTTP/1.1", 404],
    ["POST /predict/ HTTP/1.1", 404],
    ["POST /x/../v1/predict HTTP/1.1", 404],
    ["POST /./v1/predict HTTP/1.1", 404],
    ["POST /_next/../v1/predict HTTP/1.1", 404],
    ["POST /x/%2e%2e/v1/predict HTTP/1.1", 404],
    ["POST /x/.%2E/v1/predict HTTP/1.1", 404],
    ["POST /x\\..\\v1\\predict HTTP/1.1", 404],
    ["POST \\v1\\predict HTTP/1.1", 400],
    ["GET /\\ HTTP/1.1", 400],
    ["GET /\\x:99999 HTTP/1.1", 400],
    ["GET http://x/\\ HTTP/1.1", 400],
    ["POST http://x/x/../v1/predict HTTP/1.1", 404],
    ["GET /docs/../v1/predict HTTP/1.1", 404],
  ])("%s: %i", async (line, status) => {
    expectRefusal(await exchange(server.port, [line, "Host: x"]), status);
  });

  it.each(["/\\", "/\\\\", "/\\[", "/\\@", "/\\x:y/", "/\\a:99999/"])(
    "a malformed target: %s, with every method and header",
    async (target) => {
      for (const [method, version, ...headers] of [
        ["GET", "1.1"],
        ["POST", "1.1", "Content-Length: 0"],
        ["GET", "1.0"],
        ["POST", "1.1", "Content-Length: 2", "Expect: 100-continue"],
        ["POST", "1.1", "Content-Length: 0", "Expect: a-miracle"],
        ["GET", "1.1", "Upgrade: websocket"],
        ["GET", "1.1", "Upgrade: h2c"],
      ]) {
        const answer = await exchange(server.port, [`${method} ${target} HTTP/${version}`, "Host: x", ...headers]);
        expectRefusal(answer, 400);
      }
      expectRefusal(await exchange(server.port, [`CONNECT ${target} HTTP/1.1`, "Host: x"]), 405);
    },
  );

  it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"])(
    "%s /v1/predict: 405 with Allow: POST",
    async (method) => {
      const refused = await exchange(server.port, [`${method} /v1/predict HTTP/1.1`, "Host: x", authorization]);
      expectRefusal(refused, 405);
      expect(refused.headers.allow).toBe("POST");
    },
  );

  it.each(["/receipts/%zz", "/scores/%zz", "/questions/%zz", "/api/trpc/%zz", "/%", "/_next/static/%zz", "/docs/%ff"])(
    "a malformed percent escape: %s",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        expectRefusal(await exchange(server.port, [`${method} ${path} HTTP/1.1`, "Host: x", "Content-Length: 0"]), 400);
      }
    },
  );

  it.each(["/nothing", "/sign-in", "/_next/image", "/api/join", "/receipts/x"])(
    "a Next-Router-State-Tree header that Next cannot parse, for %s",
    async (path) => {
      for (const state of ["x", "%zz", "[", '["",{"children":1}]', "null"]) {
        const headers = ["RSC: 1", `Next-Router-State-Tree: ${state}`];
        expectRefusal(await exchange(server.port, [`GET ${path} HTTP/1.1`, "Host: x", ...headers]), 400);
      }
    },
  );

  it.each(["/receipts", "/scores"])("two Authorization headers for %s: 401", async (path) => {
    const lines = [`GET ${path}/0198c9a0-0000-7000-8000-000000000000 HTTP/1.1`, "Host: x", authorization];
    expect((await exchange(server.port, lines)).status).toBe(404);
    const refused = await exchange(server.port, [...lines, authorization]);
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });

  it.each([
    ["CONNECT x:443", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
    ["TRACE /", "GET, HEAD, POST"],
    ["PROPFIND /health/live", "GET, HEAD"],
  ])("%s: 405 with the allowed methods", async (line, allow) => {
    const refused = await exchange(server.port, [`${line} HTTP/1.1`, "Host: x"]);
    expectRefusal(refused, 405);
    expect(refused.headers.allow).toBe(allow);
  });

  it.each(["/docs/", "/docs//", "/settings/members/"])(
    "a target with a host is not redirected to that host: %s",
    async (path) => {
      const answer = await exchange(server.port, [`GET http://elsewhere.example${path} HTTP/1.1`, "Host: x"]);
      expect(answer.headers.location ?? "").not.toContain("elsewhere.example");
      expect(answer.headers.refresh ?? "").not.toContain("elsewhere.example");
    },
  );

  it.each([
    ["the same key twice", () => [authorization, authorization]],
    ["an invalid key first", () => ["Authorization: Bearer no", authorization]],
    ["an invalid key second", () => [authorization, "Authorization: Basic eDp5"]],
    ["an empty header second", () => [authorization, "authorization:"]],
  ])("two Authorization headers for /v1/predict: 401 with %s", async (_, headers) => {
    const refused = await exchange(
      server.port,
      ["POST /v1/predict HTTP/1.1", "Host: x", ...headers(), length],
      example,
    );
    expectRefusal(refused, 401, "UNAUTHORIZED");
  });

  it("HEAD gets the headers of GET without a body", async () => {
    const refused = await exchange(server.port, ["HEAD /v1/predict HTTP/1.1", "Host: x"]);
    expect(refused).toMatchObject({ status: 405, body: "", headers: { allow: "POST" } });
    expect(await exchange(server.port, ["HEAD /health/live HTTP/1.1", "Host: x"])).toMatchObject({
      status: 200,
      body: "",
    });
  });
});

describe("valid variants of a request are answered", () => {
  it.each([
    ["a query string", "POST /v1/predict?x=1 HTTP/1.1", []],
    ["an absolute target", "POST http://elsewhere.example/v1/predict HTTP/1.1", []],
    [
      "headers that Next uses internally",
      "POST /v1/predict HTTP/1.1",
      ["RSC: 1", "Next-Action: x", "x-nextjs-data: 1"],
    ],
    ["Expect: 100-continue", "POST /v1/predict HTTP/1.1", ["Expect: 100-continue"]],
    ["an unknown Expect header", "POST /v1/predict HTTP/1.1", ["Expect: a-miracle"]],
    ["HTTP/1.0", "POST /v1/predict HTTP/1.0", []],
  ])("%s", async (_, line, headers) => {
    const answer = await exchange(server.port, [line, "Host: x", authorization, length, ...headers], example);
    expect(withoutContinue(answer).status).toBe(200);
  });

  it("an HTTP/2 upgrade offer, as Java's HttpClient sends it, even after Next has answered a request", async () => {
    const offer = ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA"];
    await fetch(`${server.url}/health/live`);
    const { socket, received } = await openSocket(server.port);
    const lines = ["POST /v1/predict HTTP/1.1", "Host: x", authorization, length, ...offer];
    socket.write([...lines, "Connection: Upgrade, HTTP2-Settings", "", example].join("\r\n"));
    const answer = await until("the answer arrives", () => (received().includes('"mode":') ? received() : undefined));
    socket.destroy();
    expect(parseAnswer(answer).status).toBe(200);
  });

  it("a request with an upgrade offer closes the connection, because Node drops requests pipelined after it", async () => {
    const offer = ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA", "Connection: Upgrade, HTTP2-Settings"];
    for (const path of ["/health/live", "/openapi.json"]) {
      const first = [`GET ${path} HTTP/1.1`, "Host: x", ...offer, "", ""].join("\r\n");
      const { socket, answers } = await openSocket(server.port);
      socket.write(`${first}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`);
      const all = await answers();
      expect(all.map(({ status, headers }) => [status, headers.connection])).toEqual([[200, "close"]]);
    }
  });

  it("pipelined requests on one connection, answered in order", async () => {
    const { socket, answer } = await openSocket(server.port);
    const one = ["POST /v1/predict HTTP/1.1", "Host: x", authorization];
    const good = [...one, length, "", example].join("\r\n");
    const bad = [...one, "Content-Length: 2", "", "{}"].join("\r\n");
    const last = [...one, "Connection: close", "Content-Length: 1", "", "x"].join("\r\n");
    socket.write(good + bad + good + last);
    const statuses = [...(await allOf(answer)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([200, 422, 200, 400]);

    async function allOf(end: typeof answer): Promise<string> {
      const { status, body } = await end();
      return `HTTP/1.1 ${status} ${body}`;
    }
  });

  it.each(["/health/live", "/health/ready", "/openapi.json"])("GET %s with Next's RSC header", async (path) => {
    expect((await fetch(`${server.url}${path}`, { headers: { RSC: "1" }, redirect: "manual" })).status).toBe(200);
  });
});

describe("a keep-alive connection", () => {
  it("advertises a timeout one second shorter than the actual timeout", async () => {
    const response = await fetch(`${server.url}/health/live`);
    expect(response.headers.get("keep-alive")).toBe("timeout=9");
  });
});

describe("a client that sends Expect: 100-continue", () => {
  const expecting = "Expect: 100-continue";

  it.each([
    ["no API key", "POST /v1/predict", () => [length], 401, "UNAUTHORIZED"],
    [
      "a Content-Length that is too large",
      "POST /v1/predict",
      () => [authorization, "Content-Length: 40000"],
      413,
      "REQUEST_TOO_LARGE",
    ],
    ["another method", "PUT /v1/predict", () => [authorization, length], 405, "INVALID_REQUEST"],
    ["an unknown path", "POST /v1/other", () => [authorization, length], 404, "INVALID_REQUEST"],
  ])("gets the final response instead of 100 Continue, for %s", async (_, target, headers, status, code) => {
    const { socket, answers } = await openSocket(server.port);
    socket.write([`${target} HTTP/1.1`, "Host: x", expecting, ...headers(), "", ""].join("\r\n"));
    const [refused, ...more] = await answers();
    if (refused === undefined) throw new Error("the server sent no response");
    expectRefusal(refused, status, code);
    expect(more).toEqual([]);
  });

  it.each(["100-continue", "100-Continue"])("gets 100 Continue (Expect: %s), then the answer", async (value) => {
    const { socket, received, answers } = await openSocket(server.port);
    const head = [
      "POST /v1/predict HTTP/1.1",
      "Host: x",
      authorization,
      length,
      `Expect: ${value}`,
      "Connection: close",
    ];
    socket.write([...head, "", ""].join("\r\n"));
    await until("100 Continue arrives", () => received().includes("\r\n\r\n"));
    expect(received()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(example);
    expect((await answers()).map(({ status }) => status)).toEqual([100, 200]);
  });

  it("gets 100 Continue from Next's routes, too", async () => {
    const { socket, received, answers } = await openSocket(server.port);
    const head = [
      "POST /api/auth/sign-in/email HTTP/1.1",
      "Host: x",
      expecting,
      "Content-Length: 2",
      "Connection: close",
    ];
    socket.write([...head, "", ""].join("\r\n"));
    await until("100 Continue arrives", () => received().includes("\r\n\r\n"));
    socket.write("{}");
    expect((await answers()).map(({ status }) => status)).toEqual([100, 403]);
  });
});

describe("a client that is refused while it is still sending receives the response", () => {
  /** A body of 1 GiB that the test never sends completely, so the response cannot wait for the end of the body. */
  const tooLarge = `Content-Length: ${2 ** 30}`;

  it.concurrent.each([
    ["Content-Length too large", () => [authorization, tooLarge], 413, "REQUEST_TOO_LARGE"],
    ["chunked body too large", () => [authorization, "Transfer-Encoding: chunked"], 413, "REQUEST_TOO_LARGE"],
    ["no API key", () => [tooLarge], 401, "UNAUTHORIZED"],
  ])("%s", async (_, headers, status, code) => {
    const connection = await openSocket(server.port);
    connection.socket.write(["POST /v1/predict HTTP/1.1", "Host: x", ...headers(), "", ""].join("\r\n"));
    const chunked = headers().some((header) => header.endsWith("chunked"));
    const piece = "x".repeat(MAX_BODY_BYTES);
    sendUntilAnswered(connection, chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
    expectRefusal(await connection.answer(), status, code);
  });
});

/** Sends pieces until a response begins. setImmediate lets the socket read between writes, so no response is missed. */
function sendUntilAnswered({ socket, received }: RawConnection, piece: string): void {
  const send = () => {
    if (received() === "" && socket.writable) socket.write(piece, () => setImmediate(send));
  };
  send();
}

/** Returns the final response. The raw parser takes a response after 100 Continue for the body of the 100. */
function withoutContinue(answer: RawAnswer): RawAnswer {
  return answer.status === 100 ? parseAnswer(answer.body) : answer;
}

function dripOfBody(): string[] {
  return ["POST /v1/predict HTTP/1.1", "Host: x", authorization, "Content-Length: 30000", ""];
}

/** Sends one byte every 200 ms without ever completing the request, and returns the response. */
async function drip(lines: readonly string[]): Promise<RawAnswer> {
  const { socket, answer } = await openSocket(server.port);
  socket.write([...lines, "X"].join("\r\n"));
  const timer = setInterval(() => socket.write("x"), 200);
  try {
    return await answer();
  } finally {
    clearInterval(timer);
  }
}
