import type { Socket } from "node:net";

/** A second window may follow a burst in the first: so a slow reader is cut within 15 seconds. */
const WAIT_MS = 6_000;
/** What a reader must accept in that time, or the rest of the answer if that is less. */
const MIN_BYTES = 16 * 1_024;

type Connection = Pick<Socket, "writableLength" | "bytesWritten"> & { resetAndDestroy(): unknown };

/** How many of the bytes written to a connection the kernel still holds. */
export type Unacknowledged<C> = (connection: C) => number;

export interface SlowReaders<C> {
  add(connection: C): void;
  remove(connection: C): void;
  /** Whether the reader had accepted everything at the last check. */
  hasReadAll(connection: C): boolean;
  /** Checks every connection and closes those whose reader is too slow. */
  look(now: number): Promise<void>;
}

interface Watched {
  /** The value of `bytesWritten` when everything written until then was accepted. */
  taken: number;
  /** The reader's progress while data waits for it. */
  progress: { readonly bytes: number; readonly since: number } | undefined;
}

/**
 * Finds connections whose reader takes its answer too slowly, because waiting data uses memory of this process or of
 * the kernel. A connection that waits for its answer is left alone. `readUnacknowledged` is only called while data
 * waits.
 */
export function watchReaders<C extends Connection>(
  readUnacknowledged: () => Promise<Unacknowledged<C>>,
): SlowReaders<C> {
  const connections = new Map<C, Watched>();
  return {
    add: (connection) => void connections.set(connection, { taken: 0, progress: undefined }),
    remove: (connection) => void connections.delete(connection),
    hasReadAll: (connection) => connections.get(connection)?.taken === connection.bytesWritten,
    async look(now) {
      const open = [...connections].filter(([{ bytesWritten }, { taken }]) => bytesWritten !== taken);
      if (open.length === 0) return;
      // Read before asking the kernel: its answer does not include what is written meanwhile.
      const written = new Map(open.map(([connection]) => [connection, connection.bytesWritten]));
      const unacknowledged = await readUnacknowledged();
      for (const [connection, watched] of open) {
        const waiting = connection.writableLength + unacknowledged(connection);
        if (waiting === 0) {
          watched.taken = written.get(connection) ?? 0;
          watched.progress = undefined;
          continue;
        }
        const bytes = connection.bytesWritten - waiting;
        const { progress } = watched;
        if (progress === undefined || bytes - progress.bytes >= MIN_BYTES) watched.progress = { bytes, since: now };
        // Reset: after an orderly close, the kernel would keep megabytes of the answer for minutes.
        else if (now - progress.since >= WAIT_MS) connection.resetAndDestroy();
      }
    },
  };
}
