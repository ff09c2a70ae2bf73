import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import { bodyLimit, bodyTooLarge, isImport } from "#server/gateway/http/body-limit.ts";
import { continueIfExpected, NodeBody } from "#server/gateway/http/node-body.ts";
import type { Budget } from "#server/limits/budget.ts";

/**
 * Receives the body of a request: a stream for an import, otherwise bytes, whose memory is reserved until the response
 * is closed. Throws SERVICE_UNAVAILABLE if the budget has too little left, and the signal's reason if it has aborted.
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  {
    path,
    holder,
    budget,
    signal,
  }: { readonly path: string; readonly holder: string; readonly budget: Budget; readonly signal: AbortSignal },
): Promise<BodyInit> {
  if (isImport(path)) {
    continueIfExpected(request, response);
    return Readable.toWeb(request) as BodyInit;
  }
  const limit = bodyLimit(path);
  // The response of a client that has left is closed already.
  signal.throwIfAborted();
  const giveBack = budget.reserve(holder, Math.min(limit, Number(request.headers["content-length"] ?? limit)));
  if (giveBack === undefined) throw new GatewayError("SERVICE_UNAVAILABLE", { retryAfter: 5 });
  response.once("close", giveBack);
  try {
    return (await new NodeBody(request, response).read(limit)) as Uint8Array<ArrayBuffer>;
  } catch (error) {
    if (!isGatewayError(error))
      throw new GatewayError("BAD_REQUEST", {
        message: "The body ended before it was complete. Send the request again.",
        cause: error,
      });
    throw error.code === "REQUEST_TOO_LARGE" && error.status === undefined ? bodyTooLarge(limit) : error;
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined;
}
