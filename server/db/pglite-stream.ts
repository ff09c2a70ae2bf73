import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./pglite-worker.ts";

/** A database thread that has not answered a ping for this long never will: on a full disk it stops for good. */
const WATCHDOG_MS = 30_000;
const PING_MS = 5_000;

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
    const stream = new PgliteStream((bytes) => worker.postMessage({ connection, bytes } satisfies ToWorker));
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
    let heardAt = performance.now();
    const watchdog = setInterval(() => {
      // The next connection starts the database anew; what was acknowledged is in its log.
      if (performance.now() - heardAt > WATCHDOG_MS) void worker.terminate();
      else worker.postMessage("ping");
    }, PING_MS).unref();
    worker.on("message", (message: FromWorker | "pong") => {
      heardAt = performance.now();
      if (message !== "pong") this.#streams.get(message.connection)?.receive(message.bytes);
    });
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => {
      clearInterval(watchdog);
      this.#lose(worker, new Error("the embedded database has stopped"));
    });
    this.#worker = worker;
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const stream of this.#streams.values()) stream.destroy(error);
  }
}

class PgliteStream extends Duplex {
  readonly #send: (bytes: Uint8Array | "hello") => void;
  #started = false;

  constructor(send: (bytes: Uint8Array | "hello") => void) {
    super();
    this.#send = send;
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
    if (bytes === "failed") this.destroy(new Error("the embedded database failed"));
    else this.push(bytes);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.#started) {
      this.#started = true;
      // The database welcomes it once it is open, which can take longer than a statement may.
      this.#send("hello");
    } else if (chunk[0] === TERMINATE) {
      this.push(null);
    } else {
      // A copy of its own size, for a Buffer may be a small part of a large pool, which would be cloned with it. (To
      // move a small buffer instead of cloning it takes four times as long.)
      this.#send(new Uint8Array(chunk));
    }
    done();
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "utf8", done);
  }
}
