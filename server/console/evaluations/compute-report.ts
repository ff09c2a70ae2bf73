import { Worker } from "node:worker_threads";
import type { Subject } from "#lib/evaluation/build-report.ts";
import type { PairedComparison } from "#lib/evaluation/compare-answers.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Answers } from "./read-answers.ts";

export type Computation =
  | { readonly what: "report"; readonly subject: Subject; readonly answers: Answers }
  | { readonly what: "comparison"; readonly one: Answers; readonly other: Answers };

const BUSY = "Other reports and comparisons are being computed. Try again in a minute.";
/** Maximum number of running and queued computations. Each takes seconds: nobody would wait for a longer queue. */
const MAX_WAITING = 4;

/**
 * Computes reports and comparisons in a worker thread, because thousands of bootstrap resamples take seconds and would
 * block predictions. Runs one computation at a time, because each has all cases of its files in memory twice.
 */
export class Computer {
  readonly #workerFile: string;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `workerFile` is the path of compute-worker.ts. It is an argument because a bundler would rewrite an import. */
  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  /** Returns the text of `report.json`, as written by `npm run evaluate`. MAX_WAITING does not apply to reports. */
  report(subject: Subject, readAnswers: () => Promise<Answers>): Promise<string> {
    return this.#inTurn(async () => this.#compute({ what: "report", subject, answers: await readAnswers() }));
  }

  /** Rejects with TOO_MANY_REQUESTS if the queue is full, or with the signal's reason once it aborts. */
  async compare(
    readOne: () => Promise<Answers>,
    readOther: () => Promise<Answers>,
    signal: AbortSignal,
  ): Promise<PairedComparison> {
    if (this.#waiting >= MAX_WAITING) throw new GatewayError("TOO_MANY_REQUESTS", { message: BUSY });
    const text = await this.#inTurn(async () => {
      signal.throwIfAborted();
      return this.#compute({ what: "comparison", one: await readOne(), other: await readOther() }, signal);
    });
    return JSON.parse(text);
  }

  #inTurn(work: () => Promise<string>): Promise<string> {
    this.#waiting++;
    const turn = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  #compute(workerData: Computation, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const worker = new Worker(this.#workerFile, { workerData });
    const stop = () => void worker.terminate();
    signal?.addEventListener("abort", stop, { once: true });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => {
      signal?.removeEventListener("abort", stop);
      reject(signal?.aborted === true ? signal.reason : new Error("the worker thread ended without a result"));
    });
    return promise;
  }
}
