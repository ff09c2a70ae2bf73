import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./pglite-worker.ts";

/** A message that the embedded database has not answered within this time means that it never will. */
const WATCHDOG_MS = 30_000;

/** AuthenticationOk and ReadyForQuery (idle): the answer to a connection's start-up message. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const TERMINATE = 0x58;

/** The embedded database as something that `pg` can connect to: each stream is a connection to the one worker. */
export class EmbeddedDatabase {
  readonly #folder: string;
  readonly #workerFile: string;
  #worker: Worker | undefined;
  #stream: PgliteStream | undefined;
  #connections = 0;

  /** `workerFile` is pglite-worker.ts, by its path: a bundler that rewrote its address would not find it again. */
  constructor(folder: string, workerFile: string) {
    this.#folder = folder;
    this.#workerFile = workerFile;
  }

  /** A stream for one `pg` client. The database has one session, so there may be one client at a time. */
  connect(): Duplex {
    const worker = this.#worker ?? this.#start();
    const connection = ++this.#connections;
    this.#stream = new PgliteStream(
      (chunk) => {
        // A copy of its own size, for a Buffer may be a small part of a large pool, which would be cloned with it. To
        // move a small buffer instead of cloning it takes four times as long.
        worker.postMessage({ connection, bytes: new Uint8Array(chunk) } satisfies ToWorker);
      },
      () => this.#kill(),
    );
    return this.#stream;
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
    worker.on("message", ({ connection, bytes }: FromWorker) => {
      if (connection === this.#connections) this.#stream?.receive(bytes);
    });
    worker.on("error", (error) => this.#lost(worker, error));
    worker.on("exit", () => this.#lost(worker, new Error("the embedded database has stopped")));
    this.#worker = worker;
    return worker;
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#stream?.destroy(error);
  }

  /** The next connection starts the database anew; what was acknowledged is in its log. */
  #kill(): void {
    void this.#worker?.terminate();
  }
}

class PgliteStream extends Duplex {
  readonly #send: (chunk: Buffer) => void;
  readonly #watchdog: NodeJS.Timeout;
  #started = false;
  #unanswered = 0;

  constructor(send: (chunk: Buffer) => void, giveUp: () => void) {
    super();
    this.#send = send;
    this.#watchdog = setTimeout(() => {
      if (this.#unanswered > 0) giveUp();
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
      this.#send(chunk);
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
