import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "#server/errors.ts";
import { nearestCode } from "./http-response.ts";

const breaks = new WeakMap<IncomingMessage, (error: GatewayError) => void>();

/** A refusal that HTTP itself calls for. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * The body of a request as it arrives. Once the rest of it can no longer be read, the iteration rejects with the refusal
 * to answer: so it is sent, logged and recorded under one request id.
 */
export function readNodeBody(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Uint8Array> {
  const broken = new Promise<never>((_, reject) => breaks.set(request, reject));
  // A body may break while nobody reads it.
  broken.catch(() => {});
  return readUnless(broken, request, response);
}

async function* readUnless(
  broken: Promise<never>,
  request: IncomingMessage,
  response: ServerResponse,
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

/** Tells whoever answers the request that its body has broken. Returns false where nobody has asked to be told. */
export function breakBody(request: IncomingMessage, { status, message }: HttpRefusal): boolean {
  const tell = breaks.get(request);
  tell?.(new GatewayError(nearestCode(status), { status, message }));
  return tell !== undefined;
}
