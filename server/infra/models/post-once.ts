import { Agent, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { setImmediate } from "node:timers/promises";
import { GatewayError } from "#server/errors.ts";
import { traceHeaders } from "#server/infra/active-trace.ts";
import { readBody } from "./read-body.ts";

export interface Call {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether to read the bodies of other statuses than 200 as well. */
  readonly readErrors?: boolean;
  /** Where connections are kept for the next request; undefined: this one gets its own. */
  readonly connections?: Agent;
  /** Closes the connection when it aborts. */
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status: number;
  /** The `Retry-After` header if it is a reasonable number of seconds. */
  readonly retryAfter: number | undefined;
  /** Empty where it was not read. */
  readonly body: Uint8Array;
}

/**
 * Name look-up, connection and TLS handshake together, so that a caller learns within a second that the server is down.
 */
const CONNECT_MS = 800;

/** How long a connection without a request is kept. Under load the next comes within milliseconds. */
const IDLE_MS = 1_000;
/** Servers say in this header how long they wait for the next request. */
const KEEPS_ALIVE = /^timeout=\d/;

/**
 * Connections to the server of `url`, each kept for a second at most, and closed a second before the time that the
 * server names in `Keep-Alive`: so a request does not meet a connection that the server is closing. Where a server names
 * no time, none is kept.
 */
export function keepConnections({ protocol }: URL): Agent {
  const options = { keepAlive: true, timeout: IDLE_MS };
  return protocol === "https:" ? new SecureAgent(options) : new Agent(options);
}

/**
 * One request, sent at most once: never again after a byte of it was written, on whatever connection. Follows no
 * redirect. Rejects with MODEL_OFFLINE if no connection is made and with INVALID_MODEL_RESPONSE if no complete answer
 * arrives; neither contains any of its text.
 */
export async function postOnce(call: Call): Promise<Reply> {
  // By then, node has seen which of the kept connections their server has closed.
  if (call.connections !== undefined) await setImmediate();
  return send(call);
}

function send({ url, method, headers, body = "", readErrors = false, connections, signal }: Call): Promise<Reply> {
  const secure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    let connected = false;
    let answered = false;
    const abort = () => fail({ code: "ABORT_ERR" });
    const fail = (error: unknown) => {
      clearTimeout(late);
      signal.removeEventListener("abort", abort);
      outgoing.destroy();
      const detail = connected ? `the exchange failed: ${codeOf(error)}` : `no connection: ${codeOf(error)}`;
      reject(new GatewayError(connected ? "INVALID_MODEL_RESPONSE" : "MODEL_OFFLINE", { detail }));
    };
    const allHeaders = {
      ...headers,
      ...traceHeaders(),
      "accept-encoding": "gzip",
      "content-length": Buffer.byteLength(body),
    };
    const outgoing = (secure ? requestSecure : requestPlain)(url, {
      method,
      headers: allHeaders,
      agent: connections ?? false,
    });
    const late = setTimeout(() => fail({ code: "ETIMEDOUT" }), CONNECT_MS);
    // Not by node's option `signal`, which adds a dozen listeners.
    signal.addEventListener("abort", abort, { once: true });
    const connect = () => {
      connected = true;
      clearTimeout(late);
    };
    outgoing.once("socket", (socket) => {
      if (outgoing.reusedSocket) connect();
      else socket.once(secure ? "secureConnect" : "connect", connect);
    });
    outgoing.once("response", async (response) => {
      answered = true;
      try {
        const { statusCode: status = 0, headers: got } = response;
        const reads = status === 200 || readErrors;
        const keeps = connections !== undefined && reads && KEEPS_ALIVE.test(String(got["keep-alive"]));
        if (!keeps) outgoing.shouldKeepAlive = false;
        const read = reads ? await readBody(response) : new Uint8Array();
        signal.removeEventListener("abort", abort);
        resolve({ status, retryAfter: readSeconds(got["retry-after"]), body: read });
        clearTimeout(late);
        if (!keeps) outgoing.destroy();
      } catch (error) {
        fail(error);
      }
    });
    outgoing.on("error", fail);
    // For example after a protocol switch that nobody requested.
    outgoing.once("close", () => {
      if (!answered) fail({ code: "closed" });
    });
    if (signal.aborted) abort();
    else outgoing.end(body);
  });
}

function readSeconds(header: string | undefined): number | undefined {
  return header !== undefined && /^[1-9]\d{0,3}$/.test(header) ? Number(header) : undefined;
}

/** The error's code. Its message may contain text from the other side. */
function codeOf(error: unknown): string {
  return String(Object(error).code ?? "unknown");
}
