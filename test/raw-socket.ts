import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An HTTP response as received over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawConnection {
  readonly socket: Socket;
  /** All text received so far. */
  received(): string;
  /** Waits for the server to close, and parses the only response. */
  answer(): Promise<RawAnswer>;
  /** Waits for the server to close, and parses every response, including interim ones (1xx). */
  answers(): Promise<RawAnswer[]>;
}

/** Opens a raw connection, for bytes that no HTTP client would send. */
export async function openSocket(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  // The server may close while we write; what it sent before counts.
  socket.on("error", () => {});
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.on("end", () => socket.end());
  await once(socket, "connect");
  return {
    socket,
    received: () => received,
    async answer() {
      await ended;
      return parseAnswer(received);
    },
    async answers() {
      await ended;
      return parseAnswers(received);
    },
  };
}

/** Sends the lines of one request with CRLF endings, asks the server to close, and reads the response. */
export async function exchange(port: number, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const { socket, answer } = await openSocket(port);
  socket.write([...lines, "Connection: close", "", body].join("\r\n"));
  return answer();
}

export function parseAnswer(text: string): RawAnswer {
  const split = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, split).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const body = text.slice(split + 4);
  return { status, headers, body: headers["transfer-encoding"] === "chunked" ? joinChunks(body) : body };
}

/** Parses all responses on one connection to requests other than HEAD. Throws if something is not a response. */
export function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const head = parseAnswer(rest);
    if (Number.isNaN(head.status)) throw new Error(`this is not an answer: ${rest.slice(0, 200)}`);
    const start = rest.indexOf("\r\n\r\n") + 4;
    const end = start + (head.status < 200 ? 0 : lengthOfBody(head, rest.slice(start)));
    answers.push(parseAnswer(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return answers;
}

function lengthOfBody({ headers }: RawAnswer, rest: string): number {
  if (headers["transfer-encoding"] === "chunked") return rest.indexOf("\r\n0\r\n\r\n") + 7;
  const length = headers["content-length"];
  // A body without a length ends with the connection.
  return length === undefined ? rest.length : Number(length);
}

function joinChunks(text: string): string {
  let whole = "";
  for (let rest = text; ; ) {
    const line = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.slice(0, line), 16);
    if (!(size > 0)) return whole;
    whole += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(line + 2 + size + 2);
  }
}
