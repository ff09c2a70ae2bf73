import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "#server/base/errors.ts";
import { nearestCode } from "./http-response.ts";

/** Stored on the request itself: a WeakMap would keep each body alive until a full garbage collection. */
const BODY = Symbol("body");
type WithBody = IncomingMessage & { [BODY]?: NodeBody };

export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * The body of a request. If the rest of it cannot be read, read() rejects with the refusal to send, so that the refusal
 * is sent, logged and recorded under one request id.
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

  /** Rejects read(), even if it is called later. */
  break(error: GatewayError): void {
    this.#broken ??= error;
    this.#fail?.(this.#broken);
  }

  /** Reads the whole body. Rejects with REQUEST_TOO_LARGE above `most` bytes and leaves the rest unread. */
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
      const leave = () => fail(new Error("the sender left"));
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

/** Sends `100 Continue` to a client that waits for it, only once the body is about to be read. */
export function continueIfExpected({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== "1.0" && /^100-continue$/i.test(headers.expect ?? "")) response.writeContinue();
}

/** Rejects the body for its reader. Returns false if nobody reads it. */
export function breakBody(request: IncomingMessage, { status, message }: HttpRefusal): boolean {
  const body = (request as WithBody)[BODY];
  body?.break(new GatewayError(nearestCode(status), { status, message }));
  return body !== undefined;
}
