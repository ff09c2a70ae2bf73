import "#server-only";
import type { Logger } from "pino";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { openLogTree, openWithHistory } from "#server/audit/tree/open-log-tree.ts";
import { applyProxies } from "#server/base/apply-proxies.ts";
import { describeError } from "#server/base/describe-error.ts";
import { proxyFor } from "#server/base/proxy-for.ts";
import { nameCandidate } from "#server/config/model-settings.ts";
import type { Config } from "#server/config/read-config.ts";
import { createDailyBytes } from "#server/db/daily-bytes.ts";
import type { Database } from "#server/db/open.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { createTokenBudget, type TokenBudget } from "#server/db/token-budget.ts";
import { createAdmission } from "#server/limits/admission.ts";
import { createFairSlots } from "#server/limits/fair-slots.ts";
import { openCounter } from "#server/limits/open-counter.ts";
import { createPacer } from "#server/limits/pacer.ts";
import { createRateLimit, WINDOW_SECONDS } from "#server/limits/rate-limit.ts";
import { createModel, type ModelReports } from "#server/models/create-model.ts";
import { RELEASE } from "#server/models/release.ts";
import { createMetrics } from "#server/observe/metrics.ts";
import { openLog } from "#server/observe/open-log.ts";
import type { Tracing } from "#server/observe/tracing.ts";
import { createCandidate } from "./candidate/candidate.ts";
import type { GatewayContext } from "./context.ts";
import { createAuthenticator } from "./credentials/authenticate.ts";
import { createIdempotencyKeys } from "./predict/idempotency-keys.ts";
import { createKnownRequests } from "./predict/known-requests.ts";
import { createRefusalCounts } from "./predict/refusal-counts.ts";

/** The composition root of the gateway: opens the database and builds everything that a prediction needs. */
export async function openGateway(config: Config, now: () => Date) {
  ensureFolder(config.dataDir, "DATA_DIR");
  await applyProxies(config);
  const { log, close: closeLog } = openLog(config.logLevel);
  const opened = new AsyncDisposableStack();
  opened.defer(closeLog);
  warnOfReadingProxy({ config, log });
  try {
    const database = await openWithHistory(config, {
      onNotice: (notice) => log.info(notice),
    });
    opened.defer(database.close);
    const stopping = new AbortController();
    const context = await composeContext(database, config, log, now, stopping.signal);
    opened.defer(async () => {
      await context.candidate?.close();
      context.rateLimit.close();
      await context.tracing
        ?.close()
        .catch((error) => log.warn({ detail: describeError(error) }, "tracing spans could not be exported"));
    });
    /** Ends all requests in flight: they are answered immediately. */
    const endRequests = () => stopping.abort();
    return { context, endRequests, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function composeContext(
  opened: Database,
  config: Config,
  log: Logger,
  now: () => Date,
  stopping: AbortSignal,
): Promise<GatewayContext> {
  const { tree, signer, checkpoints } = await openLogTree(config, opened, {
    onChange(contradiction) {
      if (contradiction === undefined) log.info("the audit log matches its checkpoints again");
      else if (contradiction.isProven)
        log.fatal(contradiction, "the audit log contradicts a checkpoint: recording and signing have stopped");
      else log.error(contradiction, "a witness claims to have seen more events: signing has stopped");
    },
    onProblem: (detail) => log.warn({ detail }, "a witness failed"),
    now,
  });
  const database: Database = {
    ...opened,
    blockedReason: () => (tree.isHistoryLost() ? "history_lost" : opened.blockedReason()),
  };
  const tokens = createTokenBudget(database, now, "gateway", config.model.monthlyTokens);
  const model = await createModel(config.model, RELEASE, now, reportsOf(log, tokens));
  const candidateModel = await createCandidateModel(config, database, log, now);
  const { redisUrl, redisTimeoutMs } = config;
  const rateLimit = createRateLimit(
    await openCounter({ redisUrl, redisTimeoutMs, prefix: "gateway-rate", windowSeconds: WINDOW_SECONDS, log }),
  );
  const admission = createAdmission({
    slots: config.model.concurrency,
    mayWait: config.model.queue,
    now: () => performance.now(),
  });
  const pacer = createPacer();
  const metrics = createMetrics({
    admission,
    tree,
    database,
    model,
    candidate: candidateModel,
    rateLimit,
    now,
  });
  const dailyBytes = createDailyBytes(config.maxDailyBytes, now);
  const events = metrics.measure(createAuditLog(database, now, { dailyBytes }));
  return {
    config,
    database,
    events,
    dailyBytes,
    tree,
    signer,
    checkpoints,
    refusals: createRefusalCounts({ now, append: events.append }),
    model,
    tokens,
    candidate:
      candidateModel &&
      createCandidate({
        ...candidateModel,
        // One batch at a time, so that callers' events wait for at most one batch of the candidate.
        events: createAuditLog(database, now, { atOnce: 1 }),
        count: metrics.countCandidate,
        log,
        now,
      }),
    authenticator: createAuthenticator({
      database,
      environmentKey: config.gatewayApiKey,
      defaultRatePerMinute: config.rateLimitPerMinute,
      now,
    }),
    rateLimit,
    admission,
    pacer,
    lookUpSlots: createFairSlots({ slots: 4, maxWaiting: 512, maxWaitMs: 5_000, pacer }),
    idempotencyKeys: createIdempotencyKeys(database, config.model.deadlineMs, now),
    knownRequests: createKnownRequests(config.requestCacheMib * 1_048_576),
    metrics,
    tracing: await openTracing(config, log),
    log,
    now,
    stopping,
  };
}

async function createCandidateModel({ candidate: settings }: Config, database: Database, log: Logger, now: () => Date) {
  if (settings === undefined) return undefined;
  const tokens = createTokenBudget(database, now, "candidate", settings.monthlyTokens);
  try {
    return { settings, tokens, model: await createModel(settings, RELEASE, now, reportsOf(log, tokens)) };
  } catch (error) {
    throw nameCandidate(error);
  }
}

function reportsOf(log: Logger, tokens: TokenBudget): ModelReports {
  return {
    onProblem: (detail) => log.warn({ detail }, "the language model has a problem"),
    onOwnUsage(usage) {
      tokens.count(usage).catch((error: unknown) => log.error({ detail: describeError(error) }, "tokens not counted"));
    },
  };
}

/** Loads tracing only if it is configured, because loading takes 0.2 s and 16 MB. */
async function openTracing(config: Config, log: Logger): Promise<Tracing | undefined> {
  const { otelExporterOtlpEndpoint: url, otelTracesSamplerArg: ratio } = config;
  if (url === undefined) return undefined;
  const { createTracing } = await import("#server/observe/tracing.ts");
  return createTracing(url, ratio, log);
}

/** Logs a warning for each model whose requests a proxy can read, because only TLS hides them from it. */
export function warnOfReadingProxy({ config, log }: Pick<GatewayContext, "config" | "log">): void {
  for (const [variable, model] of Object.entries({ MODEL_URL: config.model, CANDIDATE_MODEL_URL: config.candidate })) {
    const url = model === undefined || model.adapter === "pool" ? undefined : new URL(model.url);
    if (url?.protocol === "http:" && proxyFor(url) !== undefined)
      log.warn(`${variable} is http:// and uses a proxy, which can read prompts, forecasts and the model's token`);
  }
}
