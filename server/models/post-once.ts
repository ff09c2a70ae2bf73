import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { GatewayError } from "#server/base/errors.ts";
import { traceHeaders } from "#server/observe/active-trace.ts";
import { CONNECT_MS, type Connections, MAX_BYTES, openConnection } from "./connections.ts";
import { readRetryAfter } from "./read-retry-after.ts";

export interface Call {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether to read the body also if the status is not 200. */
  readonly readErrors?: boolean;
  /** The connection pool. Undefined: a new connection is opened for this request. */
  readonly connections?: Connections;
  /** Aborting closes the connection. */
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status: number;
  /** The wait that the response's headers ask for, in whole seconds. */
  readonly retryAfter: number | undefined;
  /** The decompressed body; empty if the body was not read. */
  readonly body: Uint8Array;
}

/** One error for all closed connections, because undici would otherwise capture a stack for each. */
const CLOSED = new Error("the connection was closed");

/** Matches a `Keep-Alive` header with a timeout. Without such a header, the connection is closed after the response. */
const KEEPS_ALIVE = /^timeout=\d/;

/**
 * Sends a request at most once, without retries, and follows no redirect. Reads a plain or gzip body of at most 1 MiB.
 * Rejects with MODEL_OFFLINE if no connection is made, with INVALID_MODEL_RESPONSE if no complete and valid response
 * arrives, and with MODEL_TIMEOUT if the signal aborts. The errors contain no text of the server and are `declined` if
 * no byte of the request was written.
 */
export function postOnce(call: Call): Promise<Reply> {
  const { url, method, headers, body = "", readErrors = false, connections, signal } = call;
  return new Promise((resolve, reject) => {
    const connection = connections?.take() ?? openConnection(url);
    const chunks: Uint8Array[] = [];
    let written = false;
    let finish = () => {};
    const settle = (keeps: boolean) => {
      clearTimeout(late);
      signal.removeEventListener("abort", abort);
      if (keeps) connections?.keep(connection);
      else void connection.destroy(CLOSED);
    };
    const refuse = (error: unknown) => {
      const detail = written ? `no complete response: ${codeOf(error)}` : `no connection: ${codeOf(error)}`;
      reject(new GatewayError(written ? "INVALID_MODEL_RESPONSE" : "MODEL_OFFLINE", { detail, declined: !written }));
    };
    const fail = (error: unknown) => {
      settle(false);
      refuse(error);
    };
    const abort = () => {
      // Reject first, because closing the connection also fails the call, with another error.
      reject(new GatewayError("MODEL_TIMEOUT", { detail: "aborted", declined: !written }));
      settle(false);
    };
    // setImmediate gives a busy process one turn of the event loop to notice that the connection was made in time.
    const giveUp = () => {
      if (!written) fail({ code: "ETIMEDOUT" });
    };
    const late = setTimeout(() => setImmediate(giveUp), CONNECT_MS);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) return abort();
    const allHeaders = { ...headers, ...traceHeaders(), "accept-encoding": "gzip" };
    connection.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers: allHeaders, body },
      {
        onRequestStart() {
          written = true;
          clearTimeout(late);
        },
        onResponseStart(_, status, got) {
          // An interim response such as 102 is skipped, because the final response follows.
          if (status < 200) return;
          const retryAfter = readRetryAfter(got, Date.now());
          if (status !== 200 && !readErrors) {
            settle(false);
            resolve({ status, retryAfter, body: new Uint8Array() });
            return;
          }
          finish = () => {
            settle(connections !== undefined && KEEPS_ALIVE.test(String(got["keep-alive"])));
            unpack(chunks, got["content-encoding"]).then((read) => resolve({ status, retryAfter, body: read }), refuse);
          };
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => finish(),
        onResponseError: (_, error) => fail(error),
      },
    );
  });
}

const decompress = promisify(gunzip);

async function unpack(chunks: readonly Uint8Array[], encoding: unknown = "identity"): Promise<Uint8Array> {
  const body = Buffer.concat(chunks);
  if (/^identity$/i.test(String(encoding))) return body;
  if (/^(x-)?gzip$/i.test(String(encoding))) return decompress(body, { maxOutputLength: MAX_BYTES });
  throw Object.assign(new Error(), { code: "unknown encoding" });
}

/** Returns the error's code. Its message is not used, because it may contain text of the server. */
function codeOf(error: unknown): string {
  return String(Object(error).code ?? "unknown");
}
