import type { JobKind, JobQueue } from "#server/db/job-queue.ts";

interface HeldJob {
  readonly kind: JobKind;
  readonly key: string;
  readonly dueAt: number;
}

/** A job queue that runs due jobs only on demand, by the clock of the test. */
export class HeldQueue implements JobQueue {
  readonly #workers = new Map<JobKind, (key: string, signal: AbortSignal) => Promise<void>>();
  readonly #now: () => Date;
  #jobs: HeldJob[] = [];

  constructor(now: () => Date) {
    this.#now = now;
  }

  async work(kind: JobKind, run: (key: string, signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#workers.set(kind, run);
  }

  async send(kind: JobKind, key: string, afterSeconds = 0): Promise<void> {
    if (this.#jobs.some((job) => job.kind === kind && job.key === key)) return;
    this.#jobs.push({ kind, key, dueAt: this.#now().getTime() + afterSeconds * 1_000 });
  }

  offer(kind: JobKind, key: string): Promise<void> {
    return this.send(kind, key);
  }

  async close(): Promise<void> {}

  /** Forgets all jobs, as a restart on the embedded database does. */
  forget(): void {
    this.#jobs = [];
  }

  async runDue(): Promise<void> {
    for (;;) {
      const due = this.#jobs.find(({ dueAt }) => dueAt <= this.#now().getTime());
      if (due === undefined) return;
      this.#jobs = this.#jobs.filter((job) => job !== due);
      await this.#workers.get(due.kind)?.(due.key, new AbortController().signal);
    }
  }
}
