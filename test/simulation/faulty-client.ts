import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";

/**
 * Faults at one statement of an operation: the connection breaks before the statement is sent, or before its answer
 * arrives; a commit is rolled back. A crash is one of the first two, after which the process sends nothing more.
 */
export const FAULTS = ["cut", "lost answer", "refused commit", "crash before", "crash after"] as const;

export interface Fault {
  readonly kind: (typeof FAULTS)[number];
  /** The number of statements that the operation sends before the fault. */
  readonly after: number;
}

interface Operation {
  readonly fault: Fault | undefined;
  sent: number;
  hit: boolean;
  /** The number of its statements without an answer. */
  pending: number;
}

/** Turns of the event loop within which an operation sends its next statement. */
const TURNS = 10;

interface Query {
  readonly text: string;
}

type Callback = (error: unknown, result?: unknown) => void;

/** Injects faults into the statements of every `pg` client of this process. */
export class FaultyClient {
  readonly #operations = new AsyncLocalStorage<Operation>();
  readonly #original = Client.prototype.query;
  readonly #connect = Client.prototype.connect;
  readonly #onCrash: () => void;
  #crashed = false;

  /** `onCrash` is called when the process ends within an operation. */
  constructor(onCrash: () => void) {
    this.#onCrash = onCrash;
    const faulty = this;
    Client.prototype.query = function query(this: Client, ...given: unknown[]) {
      return faulty.#send(this, given);
    } as typeof Client.prototype.query;
    Client.prototype.connect = function connect(this: Client, ...given: unknown[]) {
      return faulty.#open(this, given);
    } as typeof Client.prototype.connect;
  }

  restore(): void {
    Client.prototype.query = this.#original;
    Client.prototype.connect = this.#connect;
  }

  get crashed(): boolean {
    return this.#crashed;
  }

  /** A process that has crashed sends nothing, not even what it does when it stops in good order. */
  crash(): void {
    this.#crashed = true;
  }

  /** The next process starts. */
  recover(): void {
    this.#crashed = false;
  }

  /** Runs one operation with at most one fault; only its own statements count. Returns whether the fault happened. */
  async run<T>(
    fault: Fault | undefined,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly hit: boolean }> {
    const operation: Operation = { fault, sent: 0, hit: false, pending: 0 };
    const result = await this.#operations.run(operation, work);
    // A refusal is recorded after its answer.
    for (let turn = 0; turn < TURNS; turn++) {
      if (operation.pending > 0) turn = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { result, hit: operation.hit };
  }

  #send(client: Client, given: unknown[]): unknown {
    const callback = typeof given.at(-1) === "function" ? (given.at(-1) as Callback) : undefined;
    if (this.#crashed) return answer(Promise.reject(new Error("the process has ended")), callback);
    const operation = this.#operations.getStore();
    const text = textOf(given[0]);
    if (operation === undefined) return Reflect.apply(this.#original, client, given);
    const kind = next(operation, text);
    const execute = (changed = given[0]) =>
      new Promise((resolve, reject) => {
        const done = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result));
        const rest = callback === undefined ? given.slice(1) : given.slice(1, -1);
        Reflect.apply(this.#original, client, [changed, ...rest, done]);
      });
    operation.pending++;
    const result = kind === undefined ? execute() : this.#fail(client, kind, execute);
    return answer(
      result.finally(() => operation.pending--),
      callback,
    );
  }

  /** An operation that opens a connection has not ended. */
  #open(client: Client, given: unknown[]): unknown {
    const operation = this.#operations.getStore();
    if (operation === undefined) return Reflect.apply(this.#connect, client, given);
    operation.pending++;
    const opened: Promise<unknown> = Reflect.apply(this.#connect, client, []);
    const callback = typeof given[0] === "function" ? (given[0] as Callback) : undefined;
    return answer(
      opened.finally(() => operation.pending--),
      callback,
    );
  }

  async #fail(client: Client, kind: Fault["kind"], execute: (changed?: string) => Promise<unknown>): Promise<unknown> {
    if (kind === "refused commit") return execute("rollback");
    if (kind === "lost answer" || kind === "crash after") await execute().catch(() => {});
    if (kind.startsWith("crash")) {
      this.#crashed = true;
      this.#onCrash();
    }
    const { stream } = Reflect.get(client, "connection") as { readonly stream: { destroy(error?: Error): void } };
    stream.destroy();
    throw new Error(`simulated fault: ${kind}`);
  }
}

function next(operation: Operation, text: string): Fault["kind"] | undefined {
  const { fault } = operation;
  if (fault === undefined || operation.hit) return undefined;
  const isNow = operation.sent >= fault.after && (fault.kind !== "refused commit" || /\bcommit$/.test(text));
  operation.sent++;
  operation.hit = isNow;
  return isNow ? fault.kind : undefined;
}

function textOf(query: unknown): string {
  return typeof query === "string" ? query : String((query as Query).text);
}

function answer(result: Promise<unknown>, callback: Callback | undefined): unknown {
  if (callback === undefined) return result;
  result.then(
    (value) => callback(null, value),
    (error) => callback(error),
  );
  return undefined;
}
