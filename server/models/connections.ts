import { Client } from "undici";

/** Connections to one server: those that wait for their next request, and new ones. */
export interface Connections {
  take(): Client;
  /** Gives back one whose server said that it waits for another request. */
  keep(connection: Client): void;
}

/**
 * Name look-up, connection and TLS handshake together, so that a caller learns within a second that the server is down.
 */
export const CONNECT_MS = 800;

/** The limit of a body, before and after decompression: a distribution over 20 options needs a thousandth of it. */
export const MAX_BYTES = 1_048_576;

/** How long a connection without a request is kept. Under load the next comes within milliseconds. */
const IDLE_MS = 1_000;

const OPTIONS: Client.Options = {
  allowH2: false,
  connectTimeout: CONNECT_MS,
  // No time limits of its own: each request has a signal that ends it.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: MAX_BYTES,
  keepAliveMaxTimeout: IDLE_MS,
  // A second before the time that the server names, so that no request meets a connection that the server is closing.
  keepAliveTimeoutThreshold: 1_000,
};

/** A connection for one request. */
export function openConnection({ origin }: URL): Client {
  return new Client(origin, { ...OPTIONS, pipelining: 0 });
}

/** Keeps connections to the server of `url`, each for a second without a request at most. */
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
