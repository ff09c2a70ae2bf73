import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A parsed HTTP response, exactly as the server sent it. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawConnection {
  readonly socket: Socket;
  received(): string;
  /** Waits until the server closes the connection, then parses a single response. */
  answer(): Promise<RawAnswer>;
  /** Waits until the server closes the connection, then parses all responses, including interim (1xx) responses. */
  answers(): Promise<RawAnswer[]>;
}

/** Opens a TCP connection, for requests that HTTP clients cannot send. */
export async function openSocket(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  // The server may close the connection during a write. The bytes received before that are still parsed.
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

/** Sends one request, given as header lines and a body, with `Connection: close`, and returns the response. */
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

/** Parses all responses of a connection, except to HEAD requests. Throws on bytes that are not an HTTP response. */
export function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const head = parseAnswer(rest);
    if (Number.isNaN(head.status)) throw new Error(`not an HTTP response: ${rest.slice(0, 200)}`);
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
  // Without Content-Length, the body extends to the end of the connection.
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
