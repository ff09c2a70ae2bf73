import { PgBoss } from "pg-boss";
import type { Database } from "./open.ts";

/** Work that outlives the process that began it. A job of a process that was killed is begun again by another. */
export interface JobQueue {
  /**
   * Does the jobs of one kind in this process. `run` gets the key that the job was sent with; when it rejects, the job
   * is tried again after a while, by whichever process is free. The signal aborts when the process stops.
   */
  work(kind: JobKind, run: (key: string, signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Sends a job, to be done after so many seconds. One of its kind that waits under the same key already stands for it,
   * with its own time.
   */
  send(kind: JobKind, key: string, afterSeconds?: number): Promise<void>;
  /** Aborts what runs, waits for its end, and leaves it to be begun again. */
  close(): Promise<void>;
}

interface Kind {
  readonly queue: string;
  /** How soon a process does what another one sent, or what was to wait. */
  readonly pollSeconds: number;
  /** After a rejection; with `mostRetrySeconds` it grows up to that. */
  readonly retrySeconds: number;
  readonly mostRetrySeconds?: number;
  /** So many at once in a process. */
  readonly atOnce: number;
}

const KINDS = {
  /** By the evaluation's id. */
  evaluation: { queue: "jobs", pollSeconds: 30, retrySeconds: 10, atOnce: 1 },
  /** By the member's id. */
  mail: { queue: "mails", pollSeconds: 30, retrySeconds: 30, mostRetrySeconds: 3_600, atOnce: 1 },
  /** By the delivery's id. A slow receiver holds one of them for seconds. */
  webhook: { queue: "webhooks", pollSeconds: 10, retrySeconds: 30, atOnce: 4 },
} as const satisfies Readonly<Record<string, Kind>>;

type JobKind = keyof typeof KINDS;

/** A process that has been silent for so long counts as gone: another takes its job. */
const SILENT_SECONDS = 30;
const SUPERVISE_SECONDS = 30;
const DAY_SECONDS = 86_400;
const STOP_MS = 2_000;
const START_ATTEMPTS = 5;

/** Nothing here uses schedules, workflows or statistics of queues, so their queries are not made. */
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

/** Opens the queue in the database's schema `pgboss`. `onError` is called with errors that no caller learns of. */
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
  // Of processes that start at the same moment on a new database, one creates the schema, and the others fail once.
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
    // The embedded database has no other process: what it says is being done was left by one that has ended.
    if (kind === "embedded") await boss.deleteAllJobs(queue);
  }
  const stopping = new AbortController();
  const workers = new Map<JobKind, string[]>();
  return {
    async work(kind, run) {
      const { queue, pollSeconds, atOnce } = KINDS[kind];
      const options = { pollingIntervalSeconds: pollSeconds, batchSize: 1 };
      const started: string[] = [];
      for (let count = 0; count < atOnce; count++) {
        const worker = await boss.work<{ key: string }>(queue, options, async ([job]) => {
          if (job !== undefined) await run(job.data.key, AbortSignal.any([job.signal, stopping.signal]));
        });
        started.push(worker);
      }
      workers.set(kind, started);
    },
    async send(kind, key, afterSeconds = 0) {
      await boss.send(KINDS[kind].queue, { key }, { singletonKey: key, startAfter: afterSeconds });
      if (afterSeconds > 0) return;
      for (const worker of workers.get(kind) ?? []) boss.notifyWorker(worker);
    },
    async close() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
