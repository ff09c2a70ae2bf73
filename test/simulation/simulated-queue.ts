import type { JobKind, JobQueue } from "#server/db/job-queue.ts";

type Run = Parameters<JobQueue["work"]>[1];

/** A job queue in memory that runs its jobs only when the simulation says so. */
export class SimulatedQueue implements JobQueue {
  readonly #kinds = new Map<JobKind, Run>();
  readonly #waiting = new Map<string, readonly [JobKind, string]>();
  readonly #stopping = new AbortController();

  async work(kind: JobKind, run: Run): Promise<void> {
    this.#kinds.set(kind, run);
  }

  async send(kind: JobKind, key: string): Promise<void> {
    this.#waiting.set(`${kind} ${key}`, [kind, key]);
  }

  offer(kind: JobKind, key: string): Promise<void> {
    return this.send(kind, key);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
  }

  /** Runs each waiting job once. A job that fails waits again. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    for (const [name, [kind, key]] of [...this.#waiting]) {
      this.#waiting.delete(name);
      await this.#kinds
        .get(kind)?.(key, signal)
        .catch(() => this.#waiting.set(name, [kind, key]));
    }
  }
}
