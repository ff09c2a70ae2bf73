import { PgBoss } from "pg-boss";
import type { Database } from "#server/infra/db/open.ts";

/** Work that outlives the process that began it. A job of a process that was killed is begun again by another. */
export interface JobQueue {
  /**
   * Does the jobs of this process, one at a time. `run` gets the key that the job was sent with; when it rejects, the job
   * is tried again after a while, by whichever process is free. The signal aborts when the process stops.
   */
  work(run: (key: string, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Sends a job. One that waits under the same key already stands for it. */
  send(key: string): Promise<void>;
  /** Aborts what runs, waits for its end, and leaves it to be begun again. */
  close(): Promise<void>;
}

const QUEUE = "jobs";
const POLL_SECONDS = 30;
const RETRY_SECONDS = 10;
/** A process that has been silent for so long counts as gone: another takes its job. */
const SILENT_SECONDS = 30;
const SUPERVISE_SECONDS = 30;
const DAY_SECONDS = 86_400;
const STOP_MS = 10_000;
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
  await boss.createQueue(QUEUE, {
    policy: "stately",
    heartbeatSeconds: SILENT_SECONDS,
    expireInSeconds: DAY_SECONDS,
    retryLimit: 1_000_000,
    retryDelay: RETRY_SECONDS,
  });
  // The embedded database has no other process: what it says is being done was left by one that has ended.
  if (kind === "embedded") await boss.deleteAllJobs(QUEUE);
  const stopping = new AbortController();
  let worker: string | undefined;
  return {
    async work(run) {
      const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 };
      worker = await boss.work<{ key: string }>(QUEUE, options, async ([job]) => {
        if (job !== undefined) await run(job.data.key, AbortSignal.any([job.signal, stopping.signal]));
      });
    },
    async send(key) {
      await boss.send(QUEUE, { key }, { singletonKey: key });
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    async close() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
