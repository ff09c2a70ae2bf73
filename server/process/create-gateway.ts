import "#server-only";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createVerifier } from "#server/audit/verification/verifier.ts";
import { describeError } from "#server/base/describe-error.ts";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { createAuth } from "#server/console/auth/auth.ts";
import { createKnownBrowsers } from "#server/console/auth/known-browser.ts";
import { createSignInLimit, SIGN_IN_WINDOW_SECONDS } from "#server/console/auth/sign-in-limit.ts";
import { createConsoleSlots } from "#server/console/console-slots.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Mailer } from "#server/console/mail/mailer.ts";
import { Computer } from "#server/console/reports/computer.ts";
import { CurrentReport } from "#server/console/scores/current-report.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { deriveWebhookKey } from "#server/console/webhooks/webhook-settings.ts";
import { openJobQueue } from "#server/db/job-queue.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { warnOfUnknownOwner } from "#server/gateway/credentials/environment-key-owner.ts";
import { openGateway } from "#server/gateway/open-gateway.ts";
import { openCounter } from "#server/limits/open-counter.ts";
import { seedFirstRun } from "./seed-first-run.ts";
import { type Repeat, repeatByTimer, startJobs } from "./start-jobs.ts";

export interface RunningGateway {
  readonly gateway: ConsoleContext;
  /** Whether this start created the first accounts. */
  readonly isFirstRun: boolean;
  /** Ends all requests in flight: they are answered immediately. */
  endRequests(): void;
  /** Flushes pending writes and closes the database. */
  close(): Promise<void>;
}

const KEY = Symbol.for("forecasting-gateway.wired");

/**
 * Returns the singleton gateway of this process and starts it on the first call. It is stored under a global symbol,
 * because Next bundles its own copy of this module. After a failed start, the next call tries again.
 */
export function sharedGateway(config?: Config): Promise<RunningGateway> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof Promise) return known;
  const started = createGateway(config ?? readConfig());
  Reflect.set(globalThis, KEY, started);
  started.catch(() => Reflect.deleteProperty(globalThis, KEY));
  return started;
}

interface Surroundings {
  readonly now?: () => Date;
  /** Schedules the background jobs. */
  readonly repeat?: Repeat;
  readonly openQueue?: typeof openJobQueue;
}

/** Builds and starts gateway and console. Seeding scripts and simulations pass their own clock, timers and job queue. */
export async function createGateway(
  config: Config,
  { now = () => new Date(), repeat = repeatByTimer, openQueue = openJobQueue }: Surroundings = {},
): Promise<RunningGateway> {
  const opened = new AsyncDisposableStack();
  try {
    const { context, endRequests, close } = await openGateway(config, now);
    opened.defer(close);
    const gateway = await composeConsole(context, opened, openQueue);
    const { isFirstRun, stopJobs } = await startConsole(gateway, repeat);
    opened.defer(stopJobs);
    return { gateway, isFirstRun, endRequests, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function startConsole(gateway: ConsoleContext, repeat: Repeat) {
  try {
    const isFirstRun = await seedFirstRun(gateway);
    await warnOfUnknownOwner(gateway);
    return { isFirstRun, stopJobs: await startJobs(gateway, repeat) };
  } catch (error) {
    await gateway.jobs.close();
    throw error;
  }
}

async function composeConsole(
  context: GatewayContext,
  opened: AsyncDisposableStack,
  openQueue: typeof openJobQueue,
): Promise<ConsoleContext> {
  const { config, database, checkpoints, log } = context;
  const { redisUrl, redisTimeoutMs } = config;
  const secretFile = join(config.dataDir, "auth-secret");
  const secret = config.authSecret ?? readOrCreate(secretFile, () => randomBytes(32).toString("hex"));
  const signInLimit = createSignInLimit(
    await openCounter({
      redisUrl,
      redisTimeoutMs,
      prefix: "gateway-sign-in",
      windowSeconds: SIGN_IN_WINDOW_SECONDS,
      log,
    }),
  );
  opened.defer(signInLimit.close);
  const auth = createAuth(context, secret);
  const mailer = await openMailer(config, secret);
  // The queue is opened last, because no code closes it if a later step fails.
  const jobs = await openQueue(database, (error) =>
    log.error({ detail: describeError(error) }, "the queue of background jobs failed"),
  );
  const computer = new Computer(join(config.root, "server", "console", "reports", "compute-worker.ts"));
  return {
    ...context,
    auth,
    signInLimit,
    knownBrowsers: createKnownBrowsers(secret, config.consoleUrl.startsWith("https:")),
    verifier: createVerifier(database, checkpoints, COMPARISONS),
    jobs,
    mailer,
    webhookKey: deriveWebhookKey(secret),
    computer,
    scores: new CurrentReport(database, computer, context.now),
    slots: createConsoleSlots(context.pacer),
    importingMembers: new Map(),
  };
}

async function openMailer({ mail }: Config, secret: string): Promise<Mailer | undefined> {
  if (mail === undefined) return undefined;
  const { createMailer } = await import("#server/console/mail/mailer.ts");
  return createMailer(mail, secret);
}
