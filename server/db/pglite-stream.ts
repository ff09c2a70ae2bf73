import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./pglite-worker.ts";

/** A message that the embedded database has not answered within this time means that it never will. */
const WATCHDOG_MS = 30_000;

/** AuthenticationOk and ReadyForQuery (idle): the answer to a connection's start-up message. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const TERMINATE = "X".charCodeAt(0);

/** The embedded database as something that `pg` can connect to: each stream is a connection to the one worker. */
export class EmbeddedDatabase {
  readonly #folder: string;
  readonly #workerFile: string;
  readonly #streams = new Map<number, PgliteStream>();
  #worker: Worker | undefined;
  #connections = 0;

  /** `workerFile` is pglite-worker.ts, by its path: a bundler that rewrote its address would not find it again. */
  constructor(folder: string, workerFile: string) {
    this.#folder = folder;
    this.#workerFile = workerFile;
  }

  /** A stream for one `pg` client. */
  connect(): Duplex {
    const worker = this.#worker ?? this.#start();
    const connection = ++this.#connections;
    const stream = new PgliteStream({
      send: (bytes) => worker.postMessage({ connection, bytes } satisfies ToWorker),
      // The next connection starts the database anew; what was acknowledged is in its log.
      giveUp: () => void worker.terminate(),
    });
    this.#streams.set(connection, stream);
    stream.once("close", () => {
      this.#streams.delete(connection);
      worker.postMessage({ connection, bytes: "gone" } satisfies ToWorker);
    });
    return stream;
  }

  /** Closes the database in good order. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage({ connection: 0, bytes: "end" } satisfies ToWorker);
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, { workerData: this.#folder });
    worker.on("message", ({ connection, bytes }: FromWorker) => this.#streams.get(connection)?.receive(bytes));
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("the embedded database has stopped")));
    this.#worker = worker;
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const stream of this.#streams.values()) stream.destroy(error);
  }
}

interface StreamEdges {
  send(bytes: Uint8Array): void;
  giveUp(): void;
}

class PgliteStream extends Duplex {
  readonly #edges: StreamEdges;
  readonly #watchdog: NodeJS.Timeout;
  #started = false;
  #unanswered = 0;

  constructor(edges: StreamEdges) {
    super();
    this.#edges = edges;
    this.#watchdog = setTimeout(() => {
      if (this.#unanswered > 0) edges.giveUp();
      else this.#watchdog.refresh();
    }, WATCHDOG_MS).unref();
  }

  /** What `pg` calls on a socket. */
  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  receive(bytes: Uint8Array | "failed"): void {
    this.#unanswered--;
    if (bytes === "failed") this.destroy(new Error("the embedded database failed"));
    else this.push(bytes);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.#started) {
      this.#started = true;
      this.push(WELCOME);
    } else if (chunk[0] === TERMINATE) {
      this.push(null);
    } else {
      this.#unanswered++;
      this.#watchdog.refresh();
      // A copy of its own size, for a Buffer may be a small part of a large pool, which would be cloned with it. (To
      // move a small buffer instead of cloning it takes four times as long.)
      this.#edges.send(new Uint8Array(chunk));
    }
    done();
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "utf8", done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#watchdog);
    done(error);
  }
}
