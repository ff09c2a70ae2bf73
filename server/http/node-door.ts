import type { IncomingMessage, ServerResponse } from "node:http";
import type { Gateway } from "#server/gateway.ts";
import { whenBodyBreaks } from "./broken-body.ts";
import { closeAfterwards } from "./exchanges.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { handlePredict } from "./predict-handler.ts";
import { valuesOf } from "./values-of.ts";

/** `POST /v1/predict` on node:http, before Next: a twelfth of the CPU time of a route handler. */
export async function servePredict(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAt = performance.now();
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  const broken = whenBodyBreaks(request);
  const { headers, method = "" } = request;
  const answer = await handlePredict(gateway, {
    method,
    authorization: onlyValue(valuesOf(request, "authorization")),
    idempotencyKey: idempotencyKeyOf(request),
    body: {
      contentLength: headers["content-length"],
      contentEncoding: headers["content-encoding"],
      chunks: readBody(request, response, broken),
    },
    signal: leaving.signal,
    arrivedAt,
  });
  send(request, response, answer);
}

/** Two credentials are none: nobody can tell which one is meant. */
function onlyValue([value, ...more]: readonly string[]): string | undefined {
  return more.length === 0 ? value : undefined;
}

/** Several header lines stay several lines: no key has a line break. */
function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  if (request.headers["idempotency-key"] === undefined) return undefined;
  return valuesOf(request, "idempotency-key").join("\n");
}

async function* readBody(
  request: IncomingMessage,
  response: ServerResponse,
  broken: Promise<never>,
): AsyncGenerator<Uint8Array> {
  continueIfExpected(request, response);
  // Without this, to stop reading would close the connection before the refusal is sent.
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), broken]);
      if (done) return;
      yield value;
    }
  } finally {
    // What is left of the body could otherwise not be read past.
    request.removeAllListeners("readable");
  }
}

/** Tells a client that waits for it (`Expect: 100-continue`) to send the body: before it is read, not before. */
export function continueIfExpected({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== "1.0" && /^100-continue$/i.test(headers.expect ?? "")) response.writeContinue();
}

/** How long a caller who has been answered may go on sending: an immediate close would swallow the answer. */
export const LINGER_MS = 1_000;

/** Sends a request's one answer, unless it has been given already because its connection broke. */
export function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  if (response.headersSent) return;
  const closes = headers.Connection === "close" || response.getHeader("connection") === "close";
  if (closes || !request.complete) closeAfterwards(request.socket);
  const length = { "Content-Length": Buffer.byteLength(body) };
  if (request.complete) {
    response.writeHead(status, { ...headers, ...length });
    response.end(request.method === "HEAD" ? undefined : body);
    return;
  }
  response.writeHead(status, { ...headers, ...length, Connection: "close" });
  response.write(body);
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.once("end", finish).once("close", finish).resume();
}
