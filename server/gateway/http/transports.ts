import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { GatewayError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { headerValues } from "./header-values.ts";
import type { HttpResponse } from "./http-response.ts";
import { NodeBody } from "./node-body.ts";
import { handlePredict } from "./predict-handler.ts";
import { sendResponse } from "./send-response.ts";

/** Serves `POST /v1/predict` on node:http, without Next, in a twelfth of the CPU time of a Next route handler. */
export async function servePredict(
  gateway: GatewayContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAt = performance.now();
  gateway.pacer.predictionArrived();
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  const { headers, method = "" } = request;
  const body = new NodeBody(request, response);
  const answer = await handlePredict(gateway, {
    method,
    authorization: onlyValue(headerValues(request, "authorization")),
    idempotencyKey: idempotencyKeyOf(request),
    body: {
      contentLength: headers["content-length"],
      contentEncoding: headers["content-encoding"],
      read: (most) => body.read(most),
    },
    signal: leaving.signal,
    trace: gateway.tracing?.begin(headers),
    arrivedAt,
  });
  // Waits one turn of the event loop, for two reasons: the next batch of audit events starts before responses are
  // written, and a small body that arrived with the head is read, so that a refusal need not close the connection.
  await setImmediate();
  sendResponse(request, response, answer);
}

/** Returns the value of a header that occurs once. Two Authorization headers are ambiguous and count as none. */
function onlyValue([value, ...more]: readonly string[]): string | undefined {
  return more.length === 0 ? value : undefined;
}

/** Returns the idempotency key. Several header lines are joined with line breaks, which makes the key invalid. */
function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  if (request.headers["idempotency-key"] === undefined) return undefined;
  return headerValues(request, "idempotency-key").join("\n");
}

/** Serves `POST /v1/predict` with the Web API's Request and Response, for Next route handlers. */
export async function answerWebRequest(gateway: GatewayContext, request: Request): Promise<Response> {
  const arrivedAt = performance.now();
  const { headers, method } = request;
  const answer = await handlePredict(gateway, {
    method,
    authorization: headers.get("authorization") ?? undefined,
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    body: {
      contentLength: headers.get("content-length") ?? undefined,
      contentEncoding: headers.get("content-encoding") ?? undefined,
      read: (most) => readWebBody(request, most),
    },
    signal: request.signal,
    arrivedAt,
  });
  return toWebResponse(answer, method);
}

export function toWebResponse({ status, headers, body }: HttpResponse, method: string): Response {
  return new Response(method === "HEAD" ? null : body, { status, headers });
}

async function readWebBody({ body }: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new GatewayError("REQUEST_TOO_LARGE");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
