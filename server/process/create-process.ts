import "#server-only";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { openCheckpoints } from "#server/audit/log/checkpoint.ts";
import { guardCheckpoints } from "#server/audit/log/guard-checkpoints.ts";
import { openWithHistory } from "#server/audit/log/open-with-history.ts";
import { createVerifier } from "#server/audit/verification/verifier.ts";
import { describeError } from "#server/base/describe-error.ts";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { type Auth, createAuth } from "#server/console/auth/auth.ts";
import { createKnownBrowsers } from "#server/console/auth/known-browser.ts";
import { createSignInLimit, SIGN_IN_WINDOW_SECONDS } from "#server/console/auth/sign-in-limit.ts";
import { Computer } from "#server/console/evaluations/compute-report.ts";
import type { Mailer } from "#server/console/mail/mailer.ts";
import { deriveWebhookKey } from "#server/console/webhooks/sealed-secret.ts";
import type { Gateway } from "#server/context.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { openJobQueue } from "#server/db/job-queue.ts";
import type { Database } from "#server/db/open.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";
import { createAuthenticator } from "#server/gateway/credentials/authenticate.ts";
import { warnOfUnknownOwner } from "#server/gateway/credentials/environment-key-owner.ts";
import { createIdempotencyKeys } from "#server/gateway/predict/idempotency-keys.ts";
import { createKnownRequests } from "#server/gateway/predict/known-requests.ts";
import { createRefusalCounts } from "#server/gateway/predict/refusal-counts.ts";
import { createAdmission } from "#server/limits/admission.ts";
import { createRateLimit, WINDOW_SECONDS } from "#server/limits/rate-limit.ts";
import { createMemoryCounter, type RequestCounter } from "#server/limits/request-counter.ts";
import { createModel } from "#server/models/create-model.ts";
import type { LogExport } from "#server/observe/log-export.ts";
import { createMetrics } from "#server/observe/metrics.ts";
import type { Tracing } from "#server/observe/tracing.ts";
import { bootstrap } from "./seed-first-start.ts";
import { startJobs } from "./start-jobs.ts";

/** The release that this code serves. `model_version` names the exact version. */
const RELEASE = "service-r13-c";

export interface RunningGateway {
  readonly gateway: Gateway;
  readonly auth: Auth;
  /** Whether this start created the first accounts. */
  readonly isFirstStart: boolean;
  /** Answers all requests in flight at once. */
  endRequests(): void;
  /** Flushes pending writes and closes the database. */
  close(): Promise<void>;
}

const KEY = Symbol.for("forecasting-gateway.wired");

/**
 * The one gateway of this process, found through a global symbol because Next bundles its own copy of this module. A
 * failed start is forgotten, so that the next caller tries again.
 */
export function sharedGateway(config?: Config): Promise<RunningGateway> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof Promise) return known;
  const wired = createGateway(config ?? readConfig());
  Reflect.set(globalThis, KEY, wired);
  wired.catch(() => Reflect.deleteProperty(globalThis, KEY));
  return wired;
}

/** Builds the gateway and seeds an empty database. `now` is injectable for seeding scripts. */
export async function createGateway(config: Config, now = () => new Date()): Promise<RunningGateway> {
  ensureFolder(config.dataDir, "DATA_DIR");
  // Buffered: writing each line separately costs a request as much as validating it. The audit log does not depend on
  // it.
  const written = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });
  const exported = await openLogExport(config);
  const streams = [written, ...(exported === undefined ? [] : [exported])];
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    exported === undefined ? written : pino.multistream(streams.map((stream) => ({ level: "trace", stream }))),
  );
  const database = await openWithHistory(config, {
    onError: (error) => log.error({ detail: describeError(error) }, "a database connection broke"),
    onNotice: (notice) => log.info(notice),
  });
  try {
    const wired = await wireOn(database, config, log, now);
    return {
      ...wired,
      async close() {
        await wired.close();
        await exported?.close().catch((error) => log.warn({ detail: describeError(error) }, "log lines were lost"));
        written.flushSync();
      },
    };
  } catch (error) {
    // Release the database folder for the next attempt, whatever failed.
    await database.close();
    throw error;
  }
}

async function wireOn(opened: Database, config: Config, log: Logger, now: () => Date): Promise<RunningGateway> {
  const checkpoints = guardCheckpoints(
    openCheckpoints(config.checkpointDir, join(config.dataDir, "checkpoint-key.pem"), await readDatabaseId(opened)),
    opened,
    (contradicted) => {
      if (contradicted === undefined) log.info("the audit log agrees with its checkpoints again");
      else log.fatal(contradicted, "the audit log contradicts this checkpoint: recording and signing have stopped");
    },
  );
  const database: Database = {
    ...opened,
    blockedReason: () => (checkpoints.isHistoryLost() ? "history_lost" : opened.blockedReason()),
  };
  const model = await createModel(config.model, RELEASE, now);
  const rateLimit = createRateLimit(await createCounter(config, log, "gateway-rate", WINDOW_SECONDS));
  const admission = createAdmission({
    slots: config.model.concurrency,
    mayWait: config.model.queue,
    now: () => performance.now(),
  });
  const metrics = createMetrics({
    admission,
    checkpoints,
    copiesCheckpoints: config.checkpointCopies !== undefined,
    database,
    model,
    rateLimit,
    now,
  });
  const events = metrics.measure(createAuditLog(database, now));
  const stopping = new AbortController();
  const jobs = await openJobQueue(database, (error) =>
    log.error({ detail: describeError(error) }, "the queue of background jobs failed"),
  );
  const secretFile = join(config.dataDir, "auth-secret");
  const secret = config.authSecret ?? readOrCreate(secretFile, () => randomBytes(32).toString("hex"));
  const gateway: Gateway = {
    config,
    database,
    events,
    refusals: createRefusalCounts({ now, append: events.append }),
    checkpoints,
    verifier: createVerifier(database, checkpoints),
    model,
    authenticator: createAuthenticator({
      database,
      environmentKey: config.gatewayApiKey,
      defaultRatePerMinute: config.ratePerMinute,
      now,
    }),
    rateLimit,
    signInLimit: createSignInLimit(await createCounter(config, log, "gateway-sign-in", SIGN_IN_WINDOW_SECONDS)),
    knownBrowsers: createKnownBrowsers(secret, config.consoleUrl.startsWith("https:")),
    admission,
    jobs,
    mailer: await openMailer(config),
    webhookKey: deriveWebhookKey(secret),
    computer: new Computer(join(config.root, "server", "console", "evaluations", "compute-worker.ts")),
    metrics,
    tracing: await openTracing(config),
    idempotencyKeys: createIdempotencyKeys(database, config.model.deadlineMs, now),
    knownRequests: createKnownRequests(config.requestCacheMib * 1_048_576),
    importingMembers: new Set(),
    log,
    now,
    stopping: stopping.signal,
  };
  const closeLimits = () => {
    gateway.rateLimit.close();
    gateway.signInLimit.close();
  };
  try {
    const isFirstStart = await bootstrap(gateway);
    await warnOfUnknownOwner(gateway);
    const auth = createAuth(config, database, secret, log);
    const stopJobs = await startJobs(gateway);
    return {
      gateway,
      auth,
      isFirstStart,
      endRequests: () => stopping.abort(),
      async close() {
        await stopJobs();
        closeLimits();
        await gateway.tracing?.close().catch((error) => log.warn({ detail: describeError(error) }, "spans were lost"));
        await database.close();
      },
    };
  } catch (error) {
    await jobs.close();
    closeLimits();
    throw error;
  }
}

/** Loaded only if it is configured. */
async function openMailer({ mail }: Config): Promise<Mailer | undefined> {
  if (mail === undefined) return undefined;
  const { createMailer } = await import("#server/console/mail/mailer.ts");
  return createMailer(mail);
}

// Both are loaded only if they are configured, because they take 0.2 s and 16 MB.

async function openTracing({ collector }: Config): Promise<Tracing | undefined> {
  if (collector === undefined) return undefined;
  const { createTracing } = await import("#server/observe/tracing.ts");
  return createTracing(collector);
}

async function openLogExport({ collector }: Config): Promise<LogExport | undefined> {
  if (!collector?.takesLogs) return undefined;
  const { createLogExport } = await import("#server/observe/log-export.ts");
  return createLogExport(collector.url);
}

/** Shared by all processes if Redis is configured. */
async function createCounter(
  { redisUrl: url, redisTimeoutMs: answerMs }: Config,
  log: Logger,
  prefix: string,
  windowSeconds: number,
): Promise<RequestCounter> {
  if (url === undefined) return createMemoryCounter(windowSeconds);
  // Most gateways never need the 476 files of the client.
  const { createRedisCounter } = await import("#server/limits/redis-counter.ts");
  return createRedisCounter({
    url,
    prefix,
    windowSeconds,
    answerMs,
    onChange(available, detail) {
      if (available) log.info("Redis answers: limits are shared again");
      else log.warn({ detail }, "Redis does not answer: each process limits alone");
    },
  });
}
