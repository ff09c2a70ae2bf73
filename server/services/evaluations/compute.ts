import { Worker } from "node:worker_threads";
import type { Subject } from "#lib/evaluation/build-report.ts";
import type { PairedComparison } from "#lib/evaluation/compare-answers.ts";
import type { Answers } from "./read-answers.ts";

/** What the thread computes. */
export type Computation =
  | { readonly what: "report"; readonly subject: Subject; readonly answers: Answers }
  | { readonly what: "comparison"; readonly one: Answers; readonly other: Answers };

/** Computes in a thread: thousands of resamples take seconds, in which no prediction could be answered here. */
export class Computer {
  readonly #workerFile: string;

  /** `workerFile` is the path of compute-worker.ts, passed in because a bundler would rewrite an import of it. */
  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  /** The text of `report.json`, as `npm run evaluate` writes it. */
  async report(subject: Subject, answers: Answers): Promise<string> {
    return this.#compute({ what: "report", subject, answers });
  }

  async compare(one: Answers, other: Answers): Promise<PairedComparison> {
    return JSON.parse(await this.#compute({ what: "comparison", one, other }));
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
