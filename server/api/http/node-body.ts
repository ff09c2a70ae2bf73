import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "#server/errors.ts";
import { nearestCode } from "./http-response.ts";

const breaks = new WeakMap<IncomingMessage, (error: GatewayError) => void>();

/** A refusal defined by HTTP itself. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * The body of a request as it arrives. If the rest cannot be read, the iteration rejects with the refusal to send, so
 * that the refusal is sent, logged and recorded under one request id.
 */
export function readNodeBody(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Uint8Array> {
  const broken = new Promise<never>((_, reject) => breaks.set(request, reject));
  // A body may break while nobody reads it: prevent an unhandled rejection.
  broken.catch(() => {});
  return readUnless(broken, request, response);
}

async function* readUnless(
  broken: Promise<never>,
  request: IncomingMessage,
  response: ServerResponse,
): AsyncGenerator<Uint8Array> {
  continueIfExpected(request, response);
  // Otherwise the end of the iteration would close the connection before the refusal is sent.
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), broken]);
      if (done) return;
      yield value;
    }
  } finally {
    // Otherwise the rest of the body could not be drained.
    request.removeAllListeners("readable");
  }
}

/** Sends `100 Continue` to a client that waits for it, only once the body is about to be read. */
export function continueIfExpected({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== "1.0" && /^100-continue$/i.test(headers.expect ?? "")) response.writeContinue();
}

/** Rejects the body for its reader. Returns false if nobody reads it. */
export function breakBody(request: IncomingMessage, { status, message }: HttpRefusal): boolean {
  const tell = breaks.get(request);
  tell?.(new GatewayError(nearestCode(status), { status, message }));
  return tell !== undefined;
}
