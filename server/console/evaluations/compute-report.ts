import { Worker } from "node:worker_threads";
import type { Subject } from "#lib/evaluation/build-report.ts";
import type { PairedComparison } from "#lib/evaluation/compare-answers.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Answers } from "./read-answers.ts";

/** Input of the worker thread. */
export type Computation =
  | { readonly what: "report"; readonly subject: Subject; readonly answers: Answers }
  | { readonly what: "comparison"; readonly one: Answers; readonly other: Answers };

const BUSY = "Other reports and comparisons are being computed. Try again in a minute.";
/** Maximum number of running and queued computations. Each takes seconds; a longer queue outlasts the reader. */
const MAX_WAITING = 4;

/**
 * Computes in a worker thread, because thousands of resamples take seconds and would block predictions. Runs one
 * computation at a time, because each holds all content of its files in memory twice.
 */
export class Computer {
  readonly #workerFile: string;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `workerFile` is the path of compute-worker.ts, passed in because a bundler would rewrite an import of it. */
  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  /** Returns the text of `report.json`, as `npm run evaluate` writes it. Not limited by MAX_WAITING. */
  report(subject: Subject, readAnswers: () => Promise<Answers>): Promise<string> {
    return this.#inTurn(async () => this.#compute({ what: "report", subject, answers: await readAnswers() }));
  }

  /** Rejects with TOO_MANY_REQUESTS if the queue is full, or with the signal's reason if aborted before it starts. */
  async compare(
    readOne: () => Promise<Answers>,
    readOther: () => Promise<Answers>,
    signal: AbortSignal,
  ): Promise<PairedComparison> {
    if (this.#waiting >= MAX_WAITING) throw new GatewayError("TOO_MANY_REQUESTS", { message: BUSY });
    const text = await this.#inTurn(async () => {
      signal.throwIfAborted();
      return this.#compute({ what: "comparison", one: await readOne(), other: await readOther() });
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

  #compute(workerData: Computation): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const worker = new Worker(this.#workerFile, { workerData });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended without a result")));
    return promise;
  }
}
