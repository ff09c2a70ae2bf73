import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker, WorkerInput, WorkerNews } from "./worker.ts";

/**
 * After this many unanswered pings, an open database is restarted: on a full disk, its thread hangs forever. Pings are
 * counted instead of time, because this thread may itself have been suspended.
 */
const MAX_UNANSWERED = 6;
const PING_MS = 5_000;

const TERMINATE = "X".charCodeAt(0);

let program: WebAssembly.Module | undefined;

/** Connects `pg` to the embedded database. Each stream is one connection to the worker thread. */
export class EmbeddedDatabase {
  readonly #folder: string;
  readonly #workerFile: string;
  readonly #onNotice: (notice: string) => void;
  readonly #streams = new Map<number, PgliteStream>();
  #worker: Worker | undefined;
  #connections = 0;

  /** `workerFile` is the path of pglite/worker.ts. It is a parameter, because a bundler would rewrite an import. */
  constructor(folder: string, workerFile: string, onNotice: (notice: string) => void) {
    this.#folder = folder;
    this.#workerFile = workerFile;
    this.#onNotice = onNotice;
  }

  /** Creates a stream for one `pg` client. */
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

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage({ connection: 0, bytes: "end" } satisfies ToWorker);
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, {
      workerData: { folder: this.#folder, program } satisfies WorkerInput,
    });
    // The number of unanswered pings; undefined until the database is open. Opening has no time limit, because creating
    // the database or replaying the write-ahead log may take long on a slow machine.
    let unanswered: number | undefined;
    const watchdog = setInterval(() => {
      if (unanswered === undefined) return;
      if (unanswered < MAX_UNANSWERED) {
        unanswered++;
        worker.postMessage("ping");
        return;
      }
      // The next connection opens the database again. Acknowledged writes are in the write-ahead log.
      clearInterval(watchdog);
      void worker.terminate();
    }, PING_MS).unref();
    worker.on("message", (message: FromWorker | WorkerNews) => {
      if (typeof message === "object" && "notice" in message) {
        this.#onNotice(message.notice);
        return;
      }
      if (typeof message === "object" && "program" in message) {
        program = message.program;
        return;
      }
      unanswered = 0;
      if (typeof message === "object") this.#streams.get(message.connection)?.receive(message.bytes);
    });
    worker.on("error", (error) => this.#lose(worker, error instanceof Error ? error : new Error(String(error))));
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

  /** `pg` calls this and the following methods, because it expects a socket. */
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
      // The database answers once it is open, which can take longer than the statement timeout.
      this.#send("hello");
    } else if (chunk[0] === TERMINATE) {
      this.push(null);
    } else {
      // Copies the bytes, because a Buffer may be a small slice of a large pool, which would be cloned completely.
      // Cloning is used because transferring a small buffer takes four times as long.
      this.#send(new Uint8Array(chunk));
    }
    done();
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "utf8", done);
  }
}
