import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Timing } from "#lib/contract/response.ts";
import { type ModelState, mayAnswer } from "#lib/domain/model-state.ts";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { GuardedCheckpoints } from "#server/audit/log/guard-checkpoints.ts";
import { readHead } from "#server/audit/log/read-head.ts";
import type { Database } from "#server/db/open.ts";
import type { Admission } from "#server/limits/admission.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";

/** The metrics of one process, in Prometheus' text format. docs/operations.md lists them. */
export interface Metrics {
  /** Counts a response of `/v1/predict` by its error code. */
  countPrediction(code: ErrorCode | "OK"): void;
  /** Records the timing of an answered prediction. */
  observeTiming(timing: Timing): void;
  /** Counts an e-mail to a member by its result. */
  countMail(result: MailResult): void;
  /**
   * Returns the same audit log with its writes measured. Call it once: the metrics then include the log's health check.
   */
  measure(events: AuditLog): AuditLog;
  /** Records that a checkpoint up to this audit event was copied to the second location. */
  noteCheckpointCopy(seq: number): void;
  /**
   * Adds CPU, memory, garbage collection and event loop lag. Call it at most once per process: it cannot be stopped.
   */
  measureProcess(): void;
  readonly contentType: string;
  text(): Promise<string>;
}

const MAIL_RESULTS = ["sent", "failed", "given_up"] as const;

type MailResult = (typeof MAIL_RESULTS)[number];

/** The parts that are read on each request for metrics. */
export interface MeasuredParts {
  readonly admission: Admission;
  readonly checkpoints: Pick<GuardedCheckpoints, "last" | "isHistoryLost">;
  /** Whether checkpoints are copied to a second location. */
  readonly copiesCheckpoints: boolean;
  readonly database: Database;
  readonly model: { readiness(): Promise<ModelState> };
  readonly rateLimit: RateLimit;
  readonly now: () => Date;
}

/** Seconds, from a warm embedded model to a reasoning language model. */
const PREDICTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WRITE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];
/** The timeout for the audit log's health check; Prometheus waits for 10 s. */
const READ_MS = 2_000;

export function createMetrics(parts: MeasuredParts): Metrics {
  const { admission, checkpoints, database, model, rateLimit, now } = parts;
  let copied = parts.copiesCheckpoints ? 0 : undefined;
  const registry = new Registry();
  const registers = [registry];
  const predictions = new Counter({
    name: "gateway_predictions_total",
    help: "Responses of /v1/predict by error code; OK for an answer",
    labelNames: ["code"],
    registers,
  });
  const mails = new Counter({
    name: "gateway_mails_total",
    help: "E-mails to members: sent, failed attempts, given up",
    labelNames: ["result"],
    registers,
  });
  for (const result of MAIL_RESULTS) mails.inc({ result }, 0);
  const timings = new Histogram({
    name: "gateway_prediction_seconds",
    help: "Time of answered predictions by leg; the leg total runs from arrival to answer",
    labelNames: ["leg"],
    buckets: PREDICTION_BUCKETS,
    registers,
  });
  const writes = new Histogram({
    name: "gateway_audit_write_seconds",
    help: "Time until an audit event was durable",
    labelNames: ["result"],
    buckets: WRITE_BUCKETS,
    registers,
  });

  /** Adds a gauge that is omitted while `read` returns undefined. */
  function gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  gauge("gateway_slots", "Requests that may use the model at once", () => admission.load().slots);
  gauge("gateway_slots_taken", "Requests that use the model", () => admission.load().taken);
  gauge("gateway_queue_length", "Requests that wait for a slot", () => admission.load().waiting);
  gauge("gateway_rate_limit_shared", "1 if limits are counted in Redis, 0 if by this process alone", () => {
    const storage = rateLimit.storage();
    return storage === "memory" ? undefined : Number(storage === "redis");
  });
  gauge("gateway_database_connections", "Open connections of the pool", () => database.pool.totalCount);
  gauge("gateway_database_waiting", "Statements that wait for a connection", () => database.pool.waitingCount);
  gauge(
    "gateway_checkpoint_seq",
    "Number of the last audit event that a checkpoint covers",
    () => checkpoints.last()?.seq,
  );
  gauge("gateway_checkpoint_age_seconds", "Time since the last checkpoint was signed", () => {
    const last = checkpoints.last();
    return last && (now().getTime() - Date.parse(last.at)) / 1_000;
  });
  gauge(
    "gateway_checkpoint_copied_seq",
    "The same of the checkpoints that this process has copied to CHECKPOINT_S3_URL",
    () => copied,
  );
  gauge("gateway_history_lost", "1 if the audit log contradicts a checkpoint: nothing is recorded or signed", () =>
    Number(checkpoints.isHistoryLost()),
  );
  gauge("gateway_audit_events", "Number of the last audit event", () => {
    const seq = readHead(database).then(
      (head) => head?.seq,
      () => undefined,
    );
    return Promise.race([seq, new Promise<undefined>((resolve) => setTimeout(resolve, READ_MS, undefined).unref())]);
  });
  gauge("gateway_model_ready", "1 if requests are tried on the model, 0 if they are refused", async () =>
    Number(mayAnswer(await model.readiness())),
  );

  async function timed<T>(write: Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      const written = await write;
      writes.observe({ result: "written" }, (performance.now() - start) / 1_000);
      return written;
    } catch (error) {
      writes.observe({ result: "failed" }, (performance.now() - start) / 1_000);
      throw error;
    }
  }

  return {
    noteCheckpointCopy(seq) {
      copied = seq;
    },
    measureProcess: () => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    countPrediction: (code) => predictions.inc({ code }),
    countMail: (result) => mails.inc({ result }),
    observeTiming(timing) {
      timings.observe({ leg: "total" }, timing.gateway_total_ms / 1_000);
      timings.observe({ leg: "gateway_queue" }, timing.gateway_queue_ms / 1_000);
      timings.observe({ leg: "model_queue" }, timing.model_queue_ms / 1_000);
      timings.observe({ leg: "load" }, timing.load_ms / 1_000);
      timings.observe({ leg: "inference" }, timing.inference_ms / 1_000);
    },
    measure(events) {
      gauge("gateway_database_writable", "0 if nothing can be recorded, as a test write has just shown", async () =>
        Number((await events.check()) === "ready"),
      );
      return {
        ...events,
        append: (actor, content) => timed(events.append(actor, content)),
        open: (actor, opening) => timed(events.open(actor, opening)),
      };
    },
  };
}
