import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type Auth, createAuth } from "./auth/auth.ts";
import { createKnownBrowsers } from "./auth/known-browser.ts";
import { createSignInLimit, SIGN_IN_WINDOW_SECONDS } from "./auth/sign-in-limit.ts";
import { type Config, readConfig } from "./config.ts";
import { createAuthenticator } from "./credentials/authenticate.ts";
import { readDatabaseId } from "./db/database-id.ts";
import { ensureFolder } from "./db/ensure-folder.ts";
import type { Database } from "./db/open.ts";
import { readOrMake } from "./db/read-or-make.ts";
import { describeError } from "./describe-error.ts";
import { openCheckpoints } from "./events/checkpoint.ts";
import { createEventLog } from "./events/log.ts";
import { openWithHistory } from "./events/open-with-history.ts";
import type { Gateway } from "./gateway.ts";
import { createAdmission } from "./limits/admission.ts";
import { limitInMemory, type RateLimit } from "./limits/rate-limit.ts";
import { createRedisCounter, type RedisCounter, type RedisCounterOptions } from "./limits/redis-counter.ts";
import { limitOverRedis } from "./limits/shared-limit.ts";
import { firstStart } from "./members/first-start.ts";
import { createModel } from "./model/create-model.ts";
import { createIdempotencyKeys } from "./predict/idempotency-keys.ts";
import { createRefusalCounts } from "./predict/refusal-counts.ts";
import { createVerifier } from "./records/verifier.ts";
import { startUpkeep } from "./upkeep.ts";

/** The release that this code serves; `model_version` names the exact version. */
const RELEASE = "service-r13-c";

export interface Wired {
  readonly gateway: Gateway;
  readonly auth: Auth;
  /** Whether this start made the first accounts. */
  readonly isFirstStart: boolean;
  /** Has the requests that are still in flight answered at once. */
  endRequests(): void;
  /** Writes what is still to be written and closes the database. */
  close(): Promise<void>;
}

const KEY = Symbol.for("forecasting-gateway.wired");

/**
 * The one gateway of this process. Next bundles its own copy of this module, so it is found through a global symbol. One
 * that could not start is forgotten, so that the next caller tries again.
 */
export function theGateway(config?: Config): Promise<Wired> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof Promise) return known;
  const wired = wire(config ?? readConfig());
  Reflect.set(globalThis, KEY, wired);
  wired.catch(() => Reflect.deleteProperty(globalThis, KEY));
  return wired;
}

/** Makes a gateway with everything that it needs, seeded if it is new. The clock is an argument for those who fill one. */
export async function wire(config: Config, now = () => new Date()): Promise<Wired> {
  ensureFolder(config.dataDir, "DATA_DIR");
  // Lines are gathered: to write each on its own costs a request as much as checking it. The record is elsewhere.
  const logged = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, logged);
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
        logged.flushSync();
      },
    };
  } catch (error) {
    // Whatever failed: the database's folder is free for the next try.
    await database.close();
    throw error;
  }
}

async function wireOn(database: Database, config: Config, log: Logger, now: () => Date): Promise<Wired> {
  const checkpoints = openCheckpoints(
    config.checkpointDir,
    join(config.dataDir, "checkpoint-key.pem"),
    await readDatabaseId(database),
  );
  const events = createEventLog(database, now);
  const stopping = new AbortController();
  const secretFile = join(config.dataDir, "auth-secret");
  const secret = config.authSecret ?? readOrMake(secretFile, () => randomBytes(32).toString("hex"));
  const gateway: Gateway = {
    config,
    database,
    events,
    refusals: createRefusalCounts({ now, append: events.append }),
    checkpoints,
    verifier: createVerifier(database, checkpoints),
    model: await createModel(config.model, RELEASE, now),
    authenticator: createAuthenticator({
      database,
      environmentKey: config.gatewayApiKey,
      defaultRatePerMinute: config.ratePerMinute,
      now,
    }),
    rateLimit: await createRateLimit(config, log),
    signInLimit: createSignInLimit(await createCounter(config, log, SIGN_IN_COUNTER)),
    knownBrowsers: createKnownBrowsers(secret, config.consoleUrl.startsWith("https:")),
    admission: createAdmission({
      places: config.model.concurrency,
      mayWait: config.model.queue,
      now: () => performance.now(),
    }),
    idempotencyKeys: createIdempotencyKeys(database, config.model.deadlineMs, now),
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
    const isFirstStart = await firstStart(gateway);
    const auth = createAuth(config, database, secret, log);
    const stopUpkeep = await startUpkeep(gateway);
    return {
      gateway,
      auth,
      isFirstStart,
      endRequests: () => stopping.abort(),
      async close() {
        await stopUpkeep();
        closeLimits();
        await database.close();
      },
    };
  } catch (error) {
    closeLimits();
    throw error;
  }
}

async function createRateLimit(config: Config, log: Logger): Promise<RateLimit> {
  const counter = await createCounter(config, log);
  return counter === undefined ? limitInMemory() : limitOverRedis(counter);
}

const SIGN_IN_COUNTER = { prefix: "gateway-sign-in", windowSeconds: SIGN_IN_WINDOW_SECONDS };

/** A counter that all processes share; undefined where no Redis is configured. */
async function createCounter(
  { redisUrl: url }: Config,
  log: Logger,
  options: Pick<RedisCounterOptions, "prefix" | "windowSeconds"> = {},
): Promise<RedisCounter | undefined> {
  if (url === undefined) return undefined;
  return createRedisCounter({
    ...options,
    url,
    onChange(answers, detail) {
      if (answers) log.info("Redis answers: limits are shared again");
      else log.warn({ detail }, "Redis does not answer: each process keeps the limits by itself");
    },
  });
}
