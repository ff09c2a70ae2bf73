import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { Answers, EvaluationComparison, Subject } from "#lib/scores/evaluation.ts";
import type { Summary } from "#lib/scores/report.ts";
import type { QuoteFilter } from "#lib/scores/score-quotes.ts";
import type { RecordSettings } from "#lib/scores/track-record.ts";
import { GatewayError } from "#server/base/errors.ts";

/** `record` and `sources` read the recorded questions as JSON texts, each of which is one message to the worker. */
export type Computation =
  | { readonly what: "evaluation"; readonly subject: Subject; readonly answers: Answers }
  | { readonly what: "page"; readonly report: string }
  | { readonly what: "comparison"; readonly first: Answers; readonly second: Answers }
  | { readonly what: "record"; readonly settings: RecordSettings }
  | { readonly what: "sources"; readonly settings: RecordSettings; readonly filter: QuoteFilter };

const BUSY = "Other reports are being computed. Try again in a minute.";
/** Maximum number of running and queued computations. Each takes seconds: nobody would wait for a longer queue. */
const MAX_WAITING = 4;

/**
 * Computes reports in a worker thread, because thousands of bootstrap resamples take seconds and would block predictions.
 * Runs one computation at a time, to limit the memory.
 */
export class Computer {
  readonly #workerFile: string;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `workerFile` is the path of compute-worker.ts. It is an argument because a bundler would rewrite an import. */
  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  /** Returns the text of `report.json`, as written by `npm run evaluate`. MAX_WAITING does not apply. */
  evaluation(subject: Subject, readAnswers: () => Promise<Answers>): Promise<string> {
    return this.#inTurn(async () => this.#compute({ what: "evaluation", subject, answers: await readAnswers() }));
  }

  /** Returns report.html for the text of report.json. MAX_WAITING does not apply. */
  page(report: string): Promise<string> {
    return this.#inTurn(() => this.#compute({ what: "page", report }));
  }

  /** Returns the track record as JSON. MAX_WAITING does not apply. */
  record(settings: RecordSettings, questions: AsyncIterable<string>): Promise<string> {
    return this.#inTurn(() => this.#compute({ what: "record", settings }, questions));
  }

  /** Rejects with TOO_MANY_REQUESTS if the queue is full, or with the signal's reason once it aborts. */
  async comparison(
    readFirst: () => Promise<Answers>,
    readSecond: () => Promise<Answers>,
    signal: AbortSignal,
  ): Promise<EvaluationComparison> {
    const text = await this.#inShortQueue(async () => {
      signal.throwIfAborted();
      return this.#compute(
        { what: "comparison", first: await readFirst(), second: await readSecond() },
        undefined,
        signal,
      );
    });
    return JSON.parse(text);
  }

  /** Returns the selected sources. Rejects like comparison(). */
  async sources(
    settings: RecordSettings,
    filter: QuoteFilter,
    questions: AsyncIterable<string>,
    signal: AbortSignal,
  ): Promise<readonly Summary[]> {
    const work = () => this.#compute({ what: "sources", settings, filter }, questions, signal);
    return JSON.parse(await this.#inShortQueue(work));
  }

  #inShortQueue(work: () => Promise<string>): Promise<string> {
    if (this.#waiting >= MAX_WAITING) throw new GatewayError("TOO_MANY_REQUESTS", { message: BUSY });
    return this.#inTurn(work);
  }

  #inTurn(work: () => Promise<string>): Promise<string> {
    this.#waiting++;
    const turn = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Sends the inputs to the worker one by one, each when the worker has read the previous one. */
  async #compute(workerData: Computation, inputs?: AsyncIterable<string>, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const worker = new Worker(this.#workerFile, { workerData });
    try {
      const replies = on(worker, "message", { close: ["exit"], ...(signal === undefined ? {} : { signal }) });
      const next = async (): Promise<string> => {
        const { value } = await replies.next();
        if (value === undefined) throw new Error("the worker thread ended without a result");
        return value[0];
      };
      if (inputs === undefined) return await next();
      for await (const input of inputs) {
        worker.postMessage(input);
        await next();
      }
      worker.postMessage(null);
      return await next();
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      await worker.terminate();
    }
  }
}
