import type { Socket } from "node:net";

const WAIT_MS = 10_000;
/** What a reader must take within that time, or the rest of the answer where that is less. */
const MIN_BYTES = 16 * 1_024;

type Connection = Pick<Socket, "writableLength" | "bytesWritten"> & { resetAndDestroy(): unknown };

/** How much of what was written to a connection the kernel still holds. */
export type Unacknowledged<C> = (connection: C) => number;

export interface SlowReaders<C> {
  add(connection: C): void;
  remove(connection: C): void;
  /** Whether the reader has taken everything, as far as the last look could tell. */
  hasReadAll(connection: C): boolean;
  /** Looks at every connection, and cuts those whose reader was too slow. */
  look(now: number): Promise<void>;
}

interface Watched {
  /** `bytesWritten` when everything written until then had been taken. */
  taken: number;
  /** The reader's progress, while something waits for it. */
  progress: { readonly bytes: number; readonly since: number } | undefined;
}

/**
 * Finds connections whose reader takes its answer too slowly: what waits for a reader is memory, of this process or of
 * the kernel. One that waits for its answer is left alone. `readUnacknowledged` is called when there is something to
 * find out, and not while connections are quiet.
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
      // Noted before the kernel is asked: what is written meanwhile is not in its answer.
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
        // Reset: after an orderly end, the kernel would keep what it has of the answer, megabytes, for minutes.
        else if (now - progress.since >= WAIT_MS) connection.resetAndDestroy();
      }
    },
  };
}
