import type { IncomingMessage, ServerResponse } from "node:http";
import type { Gateway } from "#server/gateway.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { handlePredict } from "./predict-handler.ts";

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
  const { headers, method = "" } = request;
  const answer = await handlePredict(gateway, {
    method,
    authorization: headers.authorization,
    body: {
      contentLength: headers["content-length"],
      contentEncoding: headers["content-encoding"],
      // Without this, to stop reading would close the connection before the refusal is sent.
      chunks: request.iterator({ destroyOnReturn: false }),
    },
    signal: leaving.signal,
    arrivedAt,
  });
  send(request, response, answer);
}

const LINGER_MS = 1_000;

/** Sends an answer. A caller that is still sending is heard out for a moment, for a reset would swallow the answer. */
export function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: HttpAnswer): void {
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
