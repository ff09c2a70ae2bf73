import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_EVERY_MS = 1_000;
const WAIT_MS = 10_000;
/** What a reader must take within that time, or the rest of the answer where that is less. */
const MIN_BYTES = 16 * 1_024;

type Connection = Pick<Socket, "writableLength" | "bytesWritten" | "resetAndDestroy">;

export interface SlowReaders {
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** Looks at every connection, and cuts those whose reader was too slow. */
  look(now: number): void;
}

/**
 * Finds connections whose reader takes its answer too slowly: what waits for a reader is memory. One that waits for its
 * answer is left alone.
 */
export function watchReaders(): SlowReaders {
  const connections = new Map<Connection, { readonly sent: number; readonly since: number } | undefined>();
  return {
    add: (connection) => void connections.set(connection, undefined),
    remove: (connection) => void connections.delete(connection),
    look(now) {
      for (const [connection, before] of connections) {
        if (connection.writableLength === 0) {
          if (before !== undefined) connections.set(connection, undefined);
          continue;
        }
        const sent = connection.bytesWritten - connection.writableLength;
        if (before === undefined || sent - before.sent >= MIN_BYTES) connections.set(connection, { sent, since: now });
        // Reset: after an orderly end, the kernel would keep what it has of the answer, megabytes, for minutes.
        else if (now - before.since >= WAIT_MS) connection.resetAndDestroy();
      }
    },
  };
}

/** Cuts the slow readers of a server. */
export function cutSlowReaders(server: Server): void {
  const readers = watchReaders();
  server.on("connection", (socket: Socket) => {
    readers.add(socket);
    socket.once("close", () => readers.remove(socket));
  });
  setInterval(() => readers.look(performance.now()), LOOK_EVERY_MS).unref();
}
