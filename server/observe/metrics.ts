import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Timing } from "#lib/contract/response.ts";
import { type ModelState, mayAnswer } from "#lib/domain/model-state.ts";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { EventContent } from "#server/audit/log/event.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import type { AuditTree } from "#server/audit/tree/audit-tree.ts";
import { within } from "#server/base/within.ts";
import type { Database } from "#server/db/open.ts";
import { readWaiting } from "#server/db/review-times.ts";
import type { Admission } from "#server/limits/admission.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** `dropped`: the queue was full. `unrecorded`: the audit event could not be written. */
const CANDIDATE_RESULTS = ["answered", "failed", "refused", "dropped", "unrecorded"] as const;

export type CandidateResult = (typeof CANDIDATE_RESULTS)[number];

const MAIL_RESULTS = ["sent", "failed"] as const;

type MailResult = (typeof MAIL_RESULTS)[number];

interface ReadyModel {
  readiness(): Promise<ModelState>;
}

export interface MeasuredParts {
  readonly admission: Admission;
  readonly tree: Pick<AuditTree, "readLast" | "isHistoryLost" | "isSigningStopped">;
  readonly database: Database;
  readonly model: ReadyModel;
  /** Undefined: the metrics of the candidate are omitted. */
  readonly candidate: { readonly model: ReadyModel } | undefined;
  readonly rateLimit: RateLimit;
  readonly now: () => Date;
}

/** Histogram buckets in seconds, from the latency of the embedded model to that of a reasoning language model. */
const PREDICTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WRITE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];
/** From a minute to two weeks. */
const REVIEW_BUCKETS = [1, 5, 15, 60, 180, 480, 1_440, 2_880, 5_760, 10_080, 20_160].map((minutes) => minutes * 60);
/** Timeout of a database query, well below Prometheus' scrape timeout of 10 s. */
const READ_MS = 2_000;

/** Creates the Prometheus metrics of one process. docs/operations.md lists them. */
export function createMetrics(parts: MeasuredParts) {
  const { admission, tree, database, model, candidate, rateLimit, now } = parts;
  const registry = new Registry();
  const registers = [registry];
  const predictions = new Counter({
    name: "gateway_predictions_total",
    help: "Responses of /v1/predict by error code; code OK means that a forecast was returned",
    labelNames: ["code"],
    registers,
  });
  const mails = new Counter({
    name: "gateway_mails_total",
    help: "E-mails to members by result: sent, failed (will be retried)",
    labelNames: ["result"],
    registers,
  });
  for (const result of MAIL_RESULTS) mails.inc({ result }, 0);
  const timings = new Histogram({
    name: "gateway_prediction_seconds",
    help: "Seconds per answered prediction by leg; leg total is the time from the request's arrival to the answer",
    labelNames: ["leg"],
    buckets: PREDICTION_BUCKETS,
    registers,
  });
  const writes = new Histogram({
    name: "gateway_audit_write_seconds",
    help: "Seconds to write an audit event durably, by result",
    labelNames: ["result"],
    buckets: WRITE_BUCKETS,
    registers,
  });
  const reviews = new Histogram({
    name: "gateway_review_seconds",
    help: "Seconds from a submission to the decision that closed it",
    buckets: REVIEW_BUCKETS,
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

  const countUsage = createUsageCounter(registry);

  gauge(
    "gateway_slots",
    "Maximum number of requests that use the model at the same time",
    () => admission.load().slots,
  );
  gauge("gateway_slots_taken", "Requests that are using the model now", () => admission.load().taken);
  gauge("gateway_queue_length", "Requests that are waiting for a model slot", () => admission.load().waiting);
  gauge("gateway_rate_limit_shared", "1 if rate limits are counted in Redis, 0 if this process counts alone", () => {
    const storage = rateLimit.storage();
    return storage === "memory" ? undefined : Number(storage === "redis");
  });
  gauge("gateway_database_connections", "Open connections in the database pool", () => database.pool.totalCount);
  gauge(
    "gateway_database_waiting",
    "Statements that are waiting for a database connection",
    () => database.pool.waitingCount,
  );
  gauge(
    "gateway_checkpoint_seq",
    "Sequence number of the last audit event that a checkpoint covers",
    async () => (await tree.readLast())?.size,
  );
  gauge("gateway_checkpoint_age_seconds", "Seconds since the last checkpoint was signed", async () => {
    const last = await tree.readLast();
    return last && (now().getTime() - last.at.getTime()) / 1_000;
  });
  gauge("gateway_history_lost", "1 if the audit log contradicts a checkpoint, so nothing is recorded or signed", () =>
    Number(tree.isHistoryLost()),
  );
  gauge("gateway_signing_stopped", "1 if nothing is signed: the history is lost, or a witness claims more events", () =>
    Number(tree.isSigningStopped()),
  );
  /** Returns undefined if the database does not answer in time. */
  const inTime = <T>(reading: Promise<T>) => within(READ_MS, reading).catch(() => undefined);
  gauge("gateway_audit_events", "Sequence number of the last audit event", async () => {
    return (await inTime(readHead(database)))?.seq;
  });
  gauge("gateway_submissions_waiting", "Submissions that wait for review", async () => {
    return (await inTime(readWaiting(database.orm)))?.waiting;
  });
  gauge("gateway_submissions_oldest_seconds", "Seconds since the oldest waiting submission was created", async () => {
    const found = await inTime(readWaiting(database.orm));
    return found && (found.oldestAt === null ? 0 : (now().getTime() - found.oldestAt.getTime()) / 1_000);
  });
  gauge(
    "gateway_model_ready",
    "1 if requests are sent to the model, 0 if they are refused because the model is not ready",
    async () => Number(mayAnswer(await model.readiness())),
  );

  const candidates =
    candidate &&
    new Counter({
      name: "gateway_candidate_answers_total",
      help: "Predictions that the candidate followed, by result: answered, failed, refused, dropped, unrecorded",
      labelNames: ["result"],
      registers,
    });
  for (const result of CANDIDATE_RESULTS) candidates?.inc({ result }, 0);
  if (candidate !== undefined) {
    gauge("gateway_candidate_ready", "1 if the candidate can answer, 0 if it is not ready", async () =>
      Number(mayAnswer(await candidate.model.readiness())),
    );
  }

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
    /**
     * Adds metrics of CPU, memory, garbage collection and event-loop lag. Call it at most once per process: the
     * collection cannot be stopped.
     */
    measureProcess: () => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    /** Counts one response of `/v1/predict`; OK means that a forecast was returned. */
    countPrediction: (code: ErrorCode | "OK") => predictions.inc({ code }),
    /** Counts one prediction that the candidate followed. */
    countCandidate: (result: CandidateResult) => candidates?.inc({ result }),
    countMail: (result: MailResult) => mails.inc({ result }),
    /** Measures a submission that a decision has closed. */
    observeReview: (ms: number) => reviews.observe(ms / 1_000),
    observeTiming(timing: Timing): void {
      timings.observe({ leg: "total" }, timing.gateway_total_ms / 1_000);
      timings.observe({ leg: "gateway_queue" }, timing.gateway_queue_ms / 1_000);
      timings.observe({ leg: "model_queue" }, timing.model_queue_ms / 1_000);
      timings.observe({ leg: "load" }, timing.load_ms / 1_000);
      timings.observe({ leg: "inference" }, timing.inference_ms / 1_000);
    },
    /**
     * Returns the audit log with measured writes and token usage, and adds the metric of its health check. Call it at
     * most once.
     */
    measure(events: AuditLog): AuditLog {
      gauge(
        "gateway_database_writable",
        "1 if a test write to the audit log has just succeeded, 0 if it failed",
        async () => Number((await events.check()) === "ready"),
      );
      return {
        ...events,
        append(actor, content) {
          countUsage(content);
          return timed(events.append(actor, content));
        },
        appendIn(transaction, actor, content, stored) {
          countUsage(content);
          return events.appendIn(transaction, actor, content, stored);
        },
        open: (actor, opening) => timed(events.open(actor, opening)),
      };
    },
  };
}

/**
 * Adds the metrics of language models to the registry. Returns the function that counts the usage of an event, which is
 * called before the event is recorded: the tokens were spent even if recording fails.
 */
function createUsageCounter(registry: Registry): (event: EventContent) => void {
  const registers = [registry];
  const tokens = new Counter({
    name: "gateway_model_tokens_total",
    help: "Tokens of language models by purpose and kind: input (not cached), cached_input, output (without reasoning), reasoning",
    labelNames: ["purpose", "kind"],
    registers,
  });
  const cost = new Counter({
    name: "gateway_model_cost_total",
    help: "Cost of language models by purpose and currency, at the configured prices",
    labelNames: ["purpose", "currency"],
    registers,
  });
  return (event) => {
    if (!("usage" in event) || event.usage === undefined) return;
    const [purpose = ""] = event.kind.split(".");
    const { input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost: spent } = event.usage;
    tokens.inc({ purpose, kind: "input" }, input_tokens - cached_input_tokens);
    tokens.inc({ purpose, kind: "cached_input" }, cached_input_tokens);
    tokens.inc({ purpose, kind: "output" }, output_tokens - reasoning_tokens);
    tokens.inc({ purpose, kind: "reasoning" }, reasoning_tokens);
    if (spent !== undefined) cost.inc({ purpose, currency: spent.currency }, spent.amount);
  };
}
