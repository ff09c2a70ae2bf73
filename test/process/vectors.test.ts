import { describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { openSocket, type RawAnswer } from "#test/raw-socket.ts";
import { startSeeded } from "#test/start-seeded.ts";

/**
 * Request smuggling: requests whose end a proxy and the gateway could interpret differently. Each vector lists the
 * expected response statuses on the connection. A body contains a hidden request for `/v1/smuggled`; if the gateway
 * answered the hidden request, there would be an additional response with status 404.
 */

const { server, api_key } = await startSeeded();
const authorization = `Authorization: Bearer ${api_key}`;

const HIDDEN = "GET /v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
const LAST = "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const ZERO = "0\r\n\r\n";

interface Vector {
  readonly name: string;
  /** Header lines to add to an authenticated `POST /v1/predict`, or a complete request head. */
  readonly head: readonly string[] | string;
  readonly body?: string;
  /** Expected response statuses. A final 200 is the response to a valid request (LAST) sent after the vector. */
  readonly answers: readonly number[];
}

/** Response 400, then the connection is closed: bytes after the head are not parsed as a request. */
const REFUSED = [400];
/** Response 400 to the body, which is not a prediction request; then 200 to the next request on the connection. */
const UNDERSTOOD = [400, 200];

const VECTORS: readonly Vector[] = [
  // Content-Length with Transfer-Encoding (RFC 9112, section 6.1) is refused, whichever header comes first.
  {
    name: "CL.TE",
    head: ["Content-Length: 6", "Transfer-Encoding: chunked"],
    body: `${ZERO}${HIDDEN}`,
    answers: REFUSED,
  },
  {
    name: "TE.CL",
    head: ["Transfer-Encoding: chunked", "Content-Length: 4"],
    body: `27\r\n${HIDDEN}\r\n${ZERO}`,
    answers: REFUSED,
  },
  {
    name: "CL.0 with chunks",
    head: ["Content-Length: 0", "Transfer-Encoding: chunked"],
    body: `${ZERO}${HIDDEN}`,
    answers: REFUSED,
  },

  // Transfer-Encoding headers that a proxy may accept and the gateway ignore, or the reverse.
  ...[
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: chunkedx",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: chunked, gzip",
    "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: identity",
    "Transfer-Encoding: ",
    'Transfer-Encoding: "chunked"',
    "Transfer-Encoding: 'chunked'",
    "Transfer-Encoding: chunked;q=1",
    "Transfer-Encoding: \x0bchunked",
    "Transfer-Encoding: \x00chunked",
    "Transfer-Encoding : chunked",
    "Transfer-Encoding\t: chunked",
    "Transfer Encoding: chunked",
    " Transfer-Encoding: chunked",
    "\tTransfer-Encoding: chunked",
    "Transfer-Encoding:\r\n chunked",
    "X: y\r\n Transfer-Encoding: chunked",
    "X: y\nTransfer-Encoding: chunked",
    "X: y\rTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Transfer-Encoding\x00: chunked",
    "Transfer\u00ad-Encoding: chunked\x00",
  ].map(
    (line): Vector => ({
      name: `TE.TE ${JSON.stringify(line)}`,
      head: [line],
      body: `${ZERO}${HIDDEN}`,
      answers: REFUSED,
    }),
  ),
  ...["gzip, chunked", "identity, chunked", "deflate,chunked"].map(
    (coding): Vector => ({
      name: `the transfer coding ${coding}`,
      head: [`Transfer-Encoding: ${coding}`],
      body: ZERO,
      answers: [501],
    }),
  ),
  {
    name: "two Transfer-Encoding headers",
    head: ["Transfer-Encoding: gzip", "Transfer-Encoding: chunked"],
    body: ZERO,
    answers: [501],
  },
  {
    name: "chunks in HTTP/1.0",
    head: "POST /v1/predict HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n",
    body: `${ZERO}${HIDDEN}`,
    answers: REFUSED,
  },
  {
    name: "Transfer-Encoding in uppercase",
    head: ["Transfer-Encoding: CHUNKED"],
    body: `1\r\n{\r\n${ZERO}`,
    answers: UNDERSTOOD,
  },

  // Content-Length headers.
  ...[
    "Content-Length: 1\r\nContent-Length: 2",
    "Content-Length: 1\r\nContent-Length: 1",
    "Content-Length: 1, 1",
    "Content-Length: 1, 2",
    "Content-Length: +1",
    "Content-Length: -1",
    "Content-Length: 0x1",
    "Content-Length: 1e0",
    "Content-Length: 1.0",
    "Content-Length: 1 1",
    "Content-Length: 1_0",
    "Content-Length: \u00b9",
    "Content-Length: ",
    "Content-Length: ,1",
    "Content-Length: 18446744073709551617",
    "Content-Length : 1",
    "Content-Length\x0b: 1",
    " Content-Length: 1",
    "Content-Length: 1\r",
    "Content_Length: 1\nContent-Length: 38",
  ].map(
    (line): Vector => ({
      name: `the Content-Length ${JSON.stringify(line)}`,
      head: [line],
      body: `{${HIDDEN}`,
      answers: REFUSED,
    }),
  ),
  { name: "a Content-Length with leading zeros", head: ["Content-Length: 001"], body: "{", answers: UNDERSTOOD },
  {
    name: "a Content-Length with white space around it",
    head: ["Content-Length: \t 1 \t"],
    body: "{",
    answers: UNDERSTOOD,
  },
  {
    name: "a header with a name similar to Content-Length",
    head: ["Content_Length: 38", "Content-Length: 1"],
    body: "{",
    answers: UNDERSTOOD,
  },
  { name: "no Content-Length and no body", head: [], body: "", answers: UNDERSTOOD },

  // Chunked bodies (RFC 9112, section 7.1).
  ...[
    ["a size that is not a number", "zz\r\n"],
    ["a size with a sign", "+1\r\n{\r\n"],
    ["a negative size", "-1\r\n"],
    ["a size with a prefix", "0x1\r\n{\r\n"],
    ["an empty size", "\r\n{\r\n"],
    ["white space before the size", " 1\r\n{\r\n"],
    ["a size of more than 64 bits", "10000000000000001\r\n{\r\n"],
    ["a size ended by LF", "1\n{\r\n"],
    ["a size ended by CR", "1\r{\r\n"],
    ["a chunk that is longer than its size", "1\r\n{}\r\n"],
    ["a chunk ended by LF", "1\r\n{\n"],
    ["an extension with a bare LF", "1;a=\n{\r\n"],
    ["an extension with a bare CR", "1;a\rb\r\n{\r\n"],
    ["an extension with an open quote", '1;a="x\r\n{\r\n'],
    ["a trailer with Content-Length", "0\r\nContent-Length: 38\r\n\r\n"],
    ["a trailer without a colon", "0\r\nx\r\n\r\n"],
    ["a trailer with a bare LF", "0\r\nx: y\n\r\n"],
    ["a trailer that is folded", "0\r\nx: y\r\n z\r\n\r\n"],
  ].map(
    ([name = "", body = ""]): Vector => ({
      name: `chunks: ${name}`,
      head: ["Transfer-Encoding: chunked"],
      body: `${body}${ZERO}${HIDDEN}`,
      answers: REFUSED,
    }),
  ),
  ...[
    ["an extension", `1;a=b\r\n{\r\n${ZERO}`],
    ["an extension without a name", `1;=x\r\n{\r\n${ZERO}`],
    ["an extension in quotes", `1;a="b;\\"c"\r\n{\r\n${ZERO}`],
    ["leading zeros in the size", `0001\r\n{\r\n000\r\n\r\n`],
    ["a trailer", "1\r\n{\r\n0\r\nX-Trailer: y\r\n\r\n"],
    ["a request in a chunk", `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n${ZERO}`],
  ].map(
    ([name = "", body = ""]): Vector => ({
      name: `chunks: ${name}`,
      head: ["Transfer-Encoding: chunked"],
      body,
      answers: UNDERSTOOD,
    }),
  ),
  {
    name: "chunks: extensions of 20 kB",
    head: ["Transfer-Encoding: chunked"],
    body: `1;${"a".repeat(20_000)}\r\n{\r\n${ZERO}`,
    answers: [413],
  },

  // Malformed header lines.
  ...[
    "Folded: a\r\n b",
    "NoColon",
    ": no name",
    "Space In Name: x",
    "Space-Before-Colon : x",
    "Control\x01: x",
    "Null: a\x00b",
    "Return: a\rb",
    "Feed: a\nb",
    "Delete: a\x7fb\x00",
    "(): x",
    "N\u00e4me: x",
  ].map(
    (line): Vector => ({
      name: `the header ${JSON.stringify(line)}`,
      head: [line, "Content-Length: 1"],
      body: `{${HIDDEN}`,
      answers: REFUSED,
    }),
  ),

  // Request lines.
  ...[
    "POST /v1/predict HTTP/1.1\nHost: x\n\n",
    "POST /v1/predict HTTP/1.1\rHost: x\r\r",
    "POST\t/v1/predict HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /v1/pre dict HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /v1/predict\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /v1/predict HTTP/1.2\r\nHost: x\r\n\r\n",
    "POST /v1/predict HTTP/1.\r\nHost: x\r\n\r\n",
    "POST /v1/predict http/1.1\r\nHost: x\r\n\r\n",
    "POST /v1/predict HTTP/1.1 \r\nHost: x\r\n\r\n",
    "post /v1/predict HTTP/1.1\r\nHost: x\r\n\r\n",
    " POST /v1/predict HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST v1/predict HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /v1/predict HTTP/1.1\r\n Host: x\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ].map((head): Vector => ({ name: `the head ${JSON.stringify(head)}`, head, body: HIDDEN, answers: REFUSED })),

  ...["HTTP/2.0", "HTTP/0.9"].map(
    (version): Vector => ({
      name: `the version ${version}`,
      head: `POST /v1/predict ${version}\r\nHost: x\r\n\r\n`,
      body: HIDDEN,
      answers: [505],
    }),
  ),
  // Repeated spaces in the request line count as one space, which RFC 9112, section 3, allows.
  ...["POST  /v1/predict HTTP/1.1", "POST /v1/predict  HTTP/1.1"].map(
    (line): Vector => ({ name: `the line ${line}`, head: `${line}\r\nHost: x\r\n\r\n`, answers: [401, 200] }),
  ),

  // Host headers (RFC 9112, section 3.2).
  ...[
    "Host: x\r\nHost: x",
    "Host: x\r\nHost: y",
    "Host: ",
    "Host: a b",
    "Host: a/b",
    "Host: a@b",
    "Host: a, b",
    "Host: http://a",
    "Host: a:b",
    "Host: a:1:2",
    "Host: [::1",
    "Host: ::1",
    "Host: a?b",
    "Host: a#b",
    "Host: a\\b",
    "X-Host: x",
    "Host : x",
  ].map(
    (lines): Vector => ({
      name: `the host ${JSON.stringify(lines)}`,
      head: `POST /v1/predict HTTP/1.1\r\n${lines}\r\nContent-Length: 38\r\n\r\n`,
      body: HIDDEN,
      answers: REFUSED,
    }),
  ),
  ...["a.example", "a.example:8443", "127.0.0.1:80", "[::1]:3000", "[::1]", "a_b", "a:"].map(
    (host): Vector => ({
      name: `the host ${host}`,
      head: `GET /v1/predict HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      answers: [405, 200],
    }),
  ),
];

async function answersTo({ head, body = "", answers }: Vector): Promise<RawAnswer[]> {
  const lines =
    typeof head === "string"
      ? head
      : ["POST /v1/predict HTTP/1.1", "Host: x", authorization, ...head, "", ""].join("\r\n");
  const connection = await openSocket(server.port);
  connection.socket.write(lines + body + (answers.length > 1 ? LAST : ""), "latin1");
  return connection.answers();
}

describe("every vector gets exactly the expected responses, and no hidden request is parsed", () => {
  it.each(VECTORS)("$name", async (vector) => {
    const answers = await answersTo(vector);
    expect(answers.map(({ status }) => status)).toEqual(vector.answers);
    for (const { status, body } of answers.slice(0, vector.answers.length === 1 ? 1 : -1)) {
      expect(errorBodySchema.safeParse(JSON.parse(body)).success, `${status} ${body}`).toBe(true);
    }
    if (vector.answers.length === 1) expect(answers[0]?.headers.connection).toBe("close");
  });

  it("have unique names", () => {
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
  });
});

describe("the response to a refused vector does not depend on packet boundaries", () => {
  it.each(VECTORS.filter(({ answers }) => answers.length === 1).filter((_, index) => index % 8 === 0))(
    "$name",
    async (vector) => {
      const { head, body = "" } = vector;
      const lines =
        typeof head === "string"
          ? head
          : ["POST /v1/predict HTTP/1.1", "Host: x", authorization, ...head, "", ""].join("\r\n");
      const { socket, answers } = await openSocket(server.port);
      socket.setNoDelay(true);
      for (const byte of (lines + body).slice(0, 400)) {
        if (socket.destroyed || !socket.writable) break;
        await new Promise<void>((resolve) => socket.write(byte, "latin1", () => resolve()));
      }
      expect((await answers()).map(({ status }) => status)).toEqual(vector.answers);
    },
  );
});
