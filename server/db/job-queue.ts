import { PgBoss } from "pg-boss";
import type { Database } from "./open.ts";

/** A persistent job queue: if a process is killed, another process restarts its jobs. */
export interface JobQueue {
  /**
   * Runs the jobs of one kind in this process. `run` gets the job's key. If it rejects, the job is retried after a
   * delay, by any process. The signal aborts when the process stops.
   */
  work(kind: JobKind, run: (key: string, signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Enqueues a job to run after `afterSeconds`. Does nothing if a job of this kind with the same key is waiting already;
   * that job runs at its original time.
   */
  send(kind: JobKind, key: string, afterSeconds?: number): Promise<void>;
  /**
   * Like send(), for a change that is already committed: never rejects, because a background job sends the key again later.
   */
  offer(kind: JobKind, key: string): Promise<void>;
  /** Aborts the running jobs and waits until they end. Another process, or the next start, restarts them. */
  close(): Promise<void>;
}

interface Kind {
  readonly queue: string;
  /** Interval in seconds at which a process looks for delayed jobs and for jobs enqueued by other processes. */
  readonly pollSeconds: number;
  /** Delay before a failed job is retried. With `mostRetrySeconds`, the delay grows exponentially up to this limit. */
  readonly retrySeconds: number;
  readonly mostRetrySeconds?: number;
  /** Concurrent jobs per process. */
  readonly atOnce: number;
}

const KINDS = {
  /** Key: the evaluation's id. */
  evaluation: { queue: "jobs", pollSeconds: 30, retrySeconds: 10, atOnce: 1 },
  /** Key: the member's id, or ORGANISATION. */
  notify: { queue: "notices", pollSeconds: 30, retrySeconds: 30, mostRetrySeconds: 3_600, atOnce: 1 },
  /** Key: the delivery's id. Several deliveries run at once, because a slow receiver blocks a delivery for seconds. */
  webhook: { queue: "webhooks", pollSeconds: 10, retrySeconds: 30, atOnce: 4 },
  /** Key: "waiting". One job measures the observations of all questions that wait for it. */
  worth: { queue: "worths", pollSeconds: 30, retrySeconds: 60, mostRetrySeconds: 3_600, atOnce: 1 },
} as const satisfies Readonly<Record<string, Kind>>;

export type JobKind = keyof typeof KINDS;

/** A process without a heartbeat for this long counts as dead, and another process takes over its jobs. */
const SILENT_SECONDS = 30;
const SUPERVISE_SECONDS = 30;
const DAY_SECONDS = 86_400;
const STOP_MS = 2_000;
const START_ATTEMPTS = 5;

/** Settings of pg-boss that avoid queries for unused features: schedules, workflows and queue statistics. */
const LITTLE_WORK = {
  schedule: false,
  registerInstance: false,
  superviseIntervalSeconds: SUPERVISE_SECONDS,
  monitorIntervalSeconds: SUPERVISE_SECONDS,
  queueCacheIntervalSeconds: 300,
  flowIntervalSeconds: DAY_SECONDS,
  bamIntervalSeconds: DAY_SECONDS,
  reindex: false,
  monitorVacuum: false,
  openTelemetry: { enabled: false },
} as const;

/** Opens the queue in the database schema `pgboss`. `onError` receives errors that are not thrown to a caller. */
export async function openJobQueue(database: Database, onError: (error: Error) => void): Promise<JobQueue> {
  const { pool, kind } = database;
  const boss = new PgBoss({
    ...LITTLE_WORK,
    backend: kind === "embedded" ? "pglite" : "postgres",
    db: {
      async executeSql(text, values) {
        const answers = [await pool.query(text, values)].flat();
        return { rows: answers.flatMap(({ rows }) => rows) };
      },
    },
  });
  boss.on("error", onError);
  // If several processes start at once on a new database, one creates the schema and the others fail once.
  await boss.start({ attempts: START_ATTEMPTS });
  for (const { queue, retrySeconds, mostRetrySeconds } of Object.values<Kind>(KINDS)) {
    await boss.createQueue(queue, {
      policy: "stately",
      heartbeatSeconds: SILENT_SECONDS,
      expireInSeconds: DAY_SECONDS,
      retryLimit: 1_000_000,
      retryDelay: retrySeconds,
      ...(mostRetrySeconds === undefined ? {} : { retryBackoff: true, retryDelayMax: mostRetrySeconds }),
    });
    // Only one process uses the embedded database, so all existing jobs are left over from an ended process.
    if (kind === "embedded") await boss.deleteAllJobs(queue);
  }
  const stopping = new AbortController();
  const workers = new Map<JobKind, string[]>();

  /** Makes the workers of this process look for jobs now. */
  function wake(kind: JobKind): void {
    for (const worker of workers.get(kind) ?? []) boss.notifyWorker(worker);
  }

  const queue: JobQueue = {
    async work(kind, run) {
      const { queue, pollSeconds, atOnce } = KINDS[kind];
      const options = { pollingIntervalSeconds: pollSeconds, batchSize: 1 };
      const started: string[] = [];
      for (let count = 0; count < atOnce; count++) {
        const worker = await boss.work<{ key: string }>(queue, options, async ([job]) => {
          // A worker remembers only one of several notifications, and would wait for its next poll after the second job.
          wake(kind);
          if (job !== undefined) await run(job.data.key, AbortSignal.any([job.signal, stopping.signal]));
        });
        started.push(worker);
      }
      workers.set(kind, started);
    },
    async send(kind, key, afterSeconds = 0) {
      await boss.send(KINDS[kind].queue, { key }, { singletonKey: key, startAfter: afterSeconds });
      if (afterSeconds === 0) wake(kind);
    },
    offer: (kind, key) => queue.send(kind, key).catch(onError),
    async close() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
  return queue;
}
