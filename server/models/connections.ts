import { Client, type Dispatcher } from "undici";
import { throughProxy } from "#server/base/proxied-dispatcher.ts";
import { proxyFor } from "#server/base/proxy-for.ts";

export interface Connections {
  /** Removes an idle connection from the pool, or opens a connection. */
  take(): Dispatcher;
  /** Adds a connection to the pool. Call it only if the server has announced that the connection stays open. */
  keep(connection: Dispatcher): void;
}

/**
 * The timeout of DNS lookup, connection and TLS handshake together. It is below one second, so that callers quickly get
 * MODEL_OFFLINE if the server is down.
 */
export const CONNECT_MS = 800;

/** The size limit of a response body, before and after decompression. An answer with 20 options is about 1 KB. */
export const MAX_BYTES = 1_048_576;

/** The time after which an idle connection is closed. Under load, the next request arrives within milliseconds. */
const IDLE_MS = 1_000;

const OPTIONS: Client.Options = {
  allowH2: false,
  connectTimeout: CONNECT_MS,
  // The client's own timeouts are disabled, because the signal of each request aborts the request at its deadline.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: MAX_BYTES,
  keepAliveMaxTimeout: IDLE_MS,
  // Connections close one second before the server's timeout, so that no request uses one that the server is closing.
  keepAliveTimeoutThreshold: 1_000,
};

export function openConnection(url: URL): Dispatcher {
  const proxy = proxyFor(url);
  if (proxy !== undefined) return throughProxy(proxy, CONNECT_MS, OPTIONS);
  return new Client(url.origin, { ...OPTIONS, pipelining: 0 });
}

/** Creates a pool of connections to the server of `url`. A connection closes after one idle second, or at once with a proxy. */
export function keepConnections(url: URL): Connections {
  if (proxyFor(url) !== undefined)
    return { take: () => openConnection(url), keep: (connection) => void connection.destroy() };
  const idle: Dispatcher[] = [];
  const open = () => {
    const connection = new Client(url.origin, OPTIONS);
    connection.on("disconnect", () => {
      const index = idle.indexOf(connection);
      if (index !== -1) idle.splice(index, 1);
    });
    return connection;
  };
  return { take: () => idle.pop() ?? open(), keep: (connection) => void idle.push(connection) };
}
