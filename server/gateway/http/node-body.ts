import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalMessage } from "#lib/contract/http-refusals.ts";
import { GatewayError } from "#server/base/errors.ts";
import { nearestCode } from "./http-response.ts";

/** Key of the property of a request with its body. A WeakMap would keep bodies until a full garbage collection. */
const BODY = Symbol("body");
type WithBody = IncomingMessage & { [BODY]?: NodeBody };

export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * The body of a request. If the body is broken, for example malformed or late, read() rejects with the refusal, so that
 * the refusal is sent, logged and recorded with the same request id.
 */
export class NodeBody {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #broken: GatewayError | undefined;
  #fail: ((error: GatewayError) => void) | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    (request as WithBody)[BODY] = this;
  }

  /** Makes read() reject with this error, now or when it is called. */
  break(error: GatewayError): void {
    this.#broken ??= error;
    this.#fail?.(this.#broken);
  }

  /** Reads the body. Rejects with REQUEST_TOO_LARGE after more than `most` bytes, and leaves the rest unread. */
  read(most: number): Promise<Uint8Array> {
    const request = this.#request;
    continueIfExpected(request, this.#response);
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const stop = () => {
        request.off("data", take).off("end", end).off("error", leave).off("close", leave);
        this.#fail = undefined;
      };
      const fail = (error: unknown) => {
        stop();
        request.pause();
        reject(error);
      };
      const leave = () => fail(new Error("the caller disconnected"));
      const take = (chunk: Buffer) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size > most) fail(new GatewayError("REQUEST_TOO_LARGE"));
      };
      const end = () => {
        stop();
        const [only] = chunks;
        resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
      };
      this.#fail = fail;
      if (this.#broken !== undefined) fail(this.#broken);
      else if (request.destroyed) leave();
      else request.on("data", take).on("end", end).on("error", leave).on("close", leave);
    });
  }
}

/** Sends `100 Continue` to a client that waits for this response. Call only when the body is about to be read. */
export function continueIfExpected({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== "1.0" && /^100-continue$/i.test(headers.expect ?? "")) response.writeContinue();
}

/** Makes reading the body of a request fail with this refusal. Returns false if the request has no NodeBody. */
export function breakBody(request: IncomingMessage, { status, message }: HttpRefusal): boolean {
  const body = (request as WithBody)[BODY];
  body?.break(new GatewayError(nearestCode(status), { status, wholeMessage: refusalMessage(status, message) }));
  return body !== undefined;
}
