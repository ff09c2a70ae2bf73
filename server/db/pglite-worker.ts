import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

/**
 * The embedded database, in a thread of its own: a full disk or a long query stops this thread and not the process.
 * It speaks PostgreSQL's wire protocol: bytes in, bytes out, one message at a time.
 */

export interface ToWorker {
  /** Which connection speaks. Only one is open at a time; its first message ends what the one before it left open. */
  readonly connection: number;
  /** Frontend messages, whole; or `end` to close the database. */
  readonly bytes: Uint8Array | "end";
}

export interface FromWorker {
  readonly connection: number;
  readonly bytes: Uint8Array | "failed";
}

const port = parentPort;
if (port === null) throw new Error("pglite-worker.ts runs as a worker thread");

const opening = PGlite.create({ dataDir: String(workerData) });
let speaking = 0;
let last: Promise<void> = Promise.resolve();

port.on("message", (message: ToWorker) => {
  last = last.then(() => handle(message));
});

async function handle({ connection, bytes }: ToWorker): Promise<void> {
  const database = await opening;
  if (bytes === "end") {
    await database.close();
    port?.close();
    return;
  }
  try {
    if (connection !== speaking) {
      speaking = connection;
      await database.execProtocolRaw(simpleQuery("ROLLBACK"));
      await database.execProtocolRaw(simpleQuery("DISCARD ALL"));
    }
    const answer = await database.execProtocolRaw(bytes);
    // A copy: what PGlite answers may be a view of its own memory.
    reply({ connection, bytes: answer.slice() });
  } catch {
    reply({ connection, bytes: "failed" });
  }
}

function reply(message: FromWorker): void {
  port?.postMessage(message);
}

function simpleQuery(text: string): Uint8Array {
  const query = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(query.length + 4, 1);
  return Buffer.concat([head, query]);
}
