import { createClient } from "@redis/client";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { describeError } from "#server/describe-error.ts";
import type { Count } from "./local-counter.ts";
import { WINDOW_SECONDS } from "./rate-limit.ts";

/** A request waits for two answers at most: the one under way when it came, and its own. */
const ANSWER_MS = 70;
const CONNECT_MS = 1_000;
const RETRY_MS = 1_000;

/** Counts requests under keys, for every process that has the same Redis. */
export interface RedisCounter {
  /** Adds so many, or takes so many back; undefined where it does not answer in time. Never rejects. */
  add(key: string, requests: number): Promise<Count | undefined>;
  answers(): boolean;
  close(): void;
}

export interface RedisCounterOptions {
  /** `redis://` or `rediss://` */
  readonly url: string;
  /** Told of each change, and at the start where Redis does not answer; `fault` says why, without secrets. */
  readonly onChange: (answers: boolean, fault?: string) => void;
  /** How long an answer may take. */
  readonly answerMs?: number;
  /** For how long what is counted counts. */
  readonly windowSeconds?: number;
  /** What its keys in Redis begin with: of each use of its own. */
  readonly prefix?: string;
}

/**
 * Counts in Redis. The first answer that is late or wrong closes the connection, and nothing waits for Redis any more
 * until a new one, tried every second, has counted in time. Resolves once the first try has come to an end.
 */
export async function createRedisCounter(options: RedisCounterOptions): Promise<RedisCounter> {
  const { url, onChange, answerMs = ANSWER_MS, windowSeconds = WINDOW_SECONDS, prefix = "gateway-rate" } = options;
  let connection: Connection | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function lose(lost: Connection, fault: unknown): void {
    if (lost !== connection) return;
    connection = undefined;
    lost.client.destroy();
    onChange(false, describeError(fault));
    retryLater();
  }

  function retryLater(): void {
    if (closed) return;
    retry = setTimeout(() => connect().then(() => closed || onChange(true), retryLater), RETRY_MS).unref();
  }

  async function connect(): Promise<void> {
    const opened = await open({ url, answerMs, windowSeconds, prefix });
    if (closed) return opened.client.destroy();
    opened.client.on("error", (fault) => lose(opened, fault));
    connection = opened;
  }

  try {
    await connect();
  } catch (fault) {
    onChange(false, describeError(fault));
    retryLater();
  }
  return {
    async add(key, requests) {
      const asked = connection;
      if (asked === undefined) return undefined;
      try {
        const { limiter } = asked;
        const counted = requests < 0 ? limiter.reward(key, -requests) : limiter.consume(key, requests);
        const { consumedPoints, msBeforeNext } = await inTime(counted, answerMs);
        return { count: consumedPoints, endsIn: msBeforeNext };
      } catch (fault) {
        lose(asked, fault);
        return undefined;
      }
    },
    answers: () => connection !== undefined,
    close() {
      closed = true;
      clearTimeout(retry);
      connection?.client.destroy();
      connection = undefined;
    },
  };
}

type Connection = Awaited<ReturnType<typeof open>>;

/** A new connection that has just counted in time. */
async function open({ url, answerMs, windowSeconds, prefix }: Required<Omit<RedisCounterOptions, "onChange">>) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  });
  // Without a listener it would end the process. What fails here rejects as well.
  client.on("error", () => {});
  const limiter = new RateLimiterRedis({
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: prefix,
    duration: windowSeconds,
    // It only counts: what is too much is decided here, by each credential's own limit.
    points: Number.MAX_SAFE_INTEGER,
  });
  try {
    await inTime(client.connect(), CONNECT_MS);
    await inTime(limiter.consume("probe"), answerMs);
  } catch (fault) {
    client.destroy();
    throw fault;
  }
  return { client, limiter };
}

/** The answer to a question that leaves at the end of this turn, or a rejection where it takes longer than `ms`. */
function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout;
    let done = false;
    // This process may be busy with something else: the time counts from when the question has left, and what has
    // arrived meanwhile is read before the answer is called late.
    const waitUntil = (end: number) => {
      const left = end - performance.now();
      if (done) return;
      if (left > 0) timer = setTimeout(() => setImmediate(waitUntil, end), left);
      else reject(new Error(`no answer within ${ms} ms`));
    };
    setImmediate(() => waitUntil(performance.now() + ms));
    answer.then(resolve, reject).finally(() => {
      done = true;
      clearTimeout(timer);
    });
  });
}
