import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { GatewayError } from "#server/errors.ts";
import { readBody } from "./read-body.ts";

export interface Call {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether to read the bodies of other statuses than 200 as well. */
  readonly readErrors?: boolean;
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

/**
 * One request on its own connection: it is sent at most once, and a stale keep-alive connection cannot be mistaken for
 * a server that is down. Follows no redirect. Rejects with MODEL_OFFLINE if no connection is made and with
 * INVALID_MODEL_RESPONSE if no complete answer arrives; neither contains any of its text.
 */
export function postOnce({ url, method, headers, body = "", readErrors = false, signal }: Call): Promise<Reply> {
  const secure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    let connected = false;
    let answered = false;
    const end = () => {
      clearTimeout(late);
      outgoing.destroy();
    };
    const fail = (error: unknown) => {
      end();
      const detail = connected ? `the exchange failed: ${codeOf(error)}` : `no connection: ${codeOf(error)}`;
      reject(new GatewayError(connected ? "INVALID_MODEL_RESPONSE" : "MODEL_OFFLINE", { detail }));
    };
    const allHeaders = { ...headers, "accept-encoding": "gzip", "content-length": Buffer.byteLength(body) };
    const outgoing = (secure ? requestSecure : requestPlain)(url, {
      method,
      headers: allHeaders,
      agent: false,
      signal,
    });
    const late = setTimeout(() => fail({ code: "ETIMEDOUT" }), CONNECT_MS);
    outgoing.once("socket", (socket) => {
      socket.once(secure ? "secureConnect" : "connect", () => {
        connected = true;
        clearTimeout(late);
      });
    });
    outgoing.once("response", async (response) => {
      answered = true;
      try {
        const { statusCode: status = 0, headers: got } = response;
        const read = status === 200 || readErrors ? await readBody(response) : new Uint8Array();
        resolve({ status, retryAfter: readSeconds(got["retry-after"]), body: read });
        end();
      } catch (error) {
        fail(error);
      }
    });
    outgoing.on("error", fail);
    // For example after a protocol switch that nobody requested.
    outgoing.once("close", () => {
      if (!answered) fail({ code: "closed" });
    });
    outgoing.end(body);
  });
}

function readSeconds(header: string | undefined): number | undefined {
  return header !== undefined && /^[1-9]\d{0,3}$/.test(header) ? Number(header) : undefined;
}

/** The error's code. Its message may contain text from the other side. */
function codeOf(error: unknown): string {
  return String(Object(error).code ?? "unknown");
}
