import { Client } from "undici";

/** A pool of connections to one server. */
export interface Connections {
  take(): Client;
  /** Returns a connection to the pool if its server announced that it keeps the connection open. */
  keep(connection: Client): void;
}

/**
 * The timeout for DNS lookup, connection and TLS handshake together, so that a caller learns within a second that the
 * server is down.
 */
export const CONNECT_MS = 800;

/** The limit of a body, before and after decompression; a distribution over 20 options needs a thousandth of it. */
export const MAX_BYTES = 1_048_576;

/** The time an idle connection is kept. Under load the next request comes within milliseconds. */
const IDLE_MS = 1_000;

const OPTIONS: Client.Options = {
  allowH2: false,
  connectTimeout: CONNECT_MS,
  // The client's own timeouts are disabled, because each request's signal ends it.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: MAX_BYTES,
  keepAliveMaxTimeout: IDLE_MS,
  // Closed one second before the server's timeout, so that no request uses a connection that the server is closing.
  keepAliveTimeoutThreshold: 1_000,
};

/** Opens a connection for a single request. */
export function openConnection({ origin }: URL): Client {
  return new Client(origin, { ...OPTIONS, pipelining: 0 });
}

/** Creates a pool of connections to the server of `url`; each closes after one idle second. */
export function keepConnections({ origin }: URL): Connections {
  const idle: Client[] = [];
  const open = () => {
    const connection = new Client(origin, OPTIONS);
    connection.on("disconnect", () => {
      const index = idle.indexOf(connection);
      if (index !== -1) idle.splice(index, 1);
    });
    return connection;
  };
  return { take: () => idle.pop() ?? open(), keep: (connection) => void idle.push(connection) };
}
