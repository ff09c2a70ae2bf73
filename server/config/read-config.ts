import "#server-only";
import { join, resolve } from "node:path";
import { z } from "zod";
import { MAX_REQUESTS_PER_MINUTE } from "#lib/domain/limits.ts";
import { CANDIDATE_VARIABLES, type CandidateSettings, chooseCandidate } from "./choose-candidate.ts";
import { chooseMail, MAIL_VARIABLES, type MailChoice } from "./choose-mail.ts";
import { chooseModel, MODEL_VARIABLES, type ModelSettings, whole } from "./choose-model.ts";
import { chooseOpenId, OPEN_ID_VARIABLES, type OpenIdClient } from "./choose-open-id.ts";
import { type Environment, readSecretFiles } from "./read-secret-files.ts";
import { parseProxies, type TrustedProxies } from "./trusted-proxies.ts";
import { toWitnesses, type WitnessEntry } from "./witnesses.ts";

/** The parsed configuration. No other file reads `process.env`. */
export interface Config {
  /** The absolute path of the project folder. */
  readonly root: string;
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Port on which a separate thread answers liveness probes. Undefined: no such port. */
  readonly healthPort: number | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Whether the gateway reaches PostgreSQL through a pooler in transaction mode. */
  readonly databaseIsPooled: boolean;
  readonly databaseTimeoutMs: number;
  /** Redis, which shares rate-limit counts between processes. Undefined: each process counts alone. */
  readonly redisUrl: string | undefined;
  /** Timeout of one count in Redis; after a timeout, the process counts alone. */
  readonly redisTimeoutMs: number;
  /** The console's public URL. If CONSOLE_URL is set, only this origin may send changes (CSRF protection). */
  readonly consoleUrl: string;
  readonly consoleUrlIsSet: boolean;
  readonly authSecret: string | undefined;
  readonly gatewayApiKey: string | undefined;
  /** The e-mail address of the member recorded as the author of requests with GATEWAY_API_KEY. */
  readonly gatewayApiKeyOwner: string | undefined;
  readonly metricsToken: string | undefined;
  readonly oidc: OpenIdClient | undefined;
  readonly model: ModelSettings;
  /** Undefined: no candidate is asked. */
  readonly candidate: CandidateSettings | undefined;
  readonly ratePerMinute: number;
  /** Rate limit of changes in the console, per member. */
  readonly changesPerMinute: number;
  /** Maximum number of bytes of texts that a member or an API key may add per day. */
  readonly maxDailyBytes: number;
  readonly requestCacheMib: number;
  /** The time that requests in flight have to finish after a stop signal. */
  readonly drainMs: number;
  /** The time after which an idle HTTP connection is closed. */
  readonly keepAliveMs: number;
  readonly reviewsRequired: number;
  /** Maximum duration of an approval, in days. Undefined: approvals need not expire. */
  readonly approvalMaxDays: number | undefined;
  readonly trustedProxies: TrustedProxies;
  readonly checkpointDir: string;
  /** File with the key that signs the audit log, followed by former keys. */
  readonly logKeyFile: string;
  /** The S3 bucket that checkpoints are copied to. */
  readonly checkpointCopies: CheckpointBucket | undefined;
  /** Witnesses that cosign checkpoints: verifier keys with their URLs. */
  readonly witnesses: readonly WitnessEntry[];
  readonly collector: Collector | undefined;
  /** Undefined: the gateway sends no e-mails. */
  readonly mail: MailChoice | undefined;
  /** Whether webhook URLs may use private IP addresses and plain HTTP. */
  readonly webhookAllowsPrivate: boolean;
  /** Whether the data is invented: the console and the terminal say so. */
  readonly isDemo: boolean;
  readonly logLevel: string;
}

export interface CheckpointBucket {
  /** `https://store/bucket/prefix`; the prefix for object names is optional. */
  readonly url: string;
  readonly region: string;
}

export interface Collector {
  readonly url: string;
  /** The sampling ratio of traces that begin in the gateway, 0..1. */
  readonly ratio: number;
  readonly takesLogs: boolean;
}

function toProxies(list: string, context: z.RefinementCtx): TrustedProxies {
  try {
    return parseProxies(list);
  } catch {
    context.addIssue({
      code: "custom",
      message: "must be a comma-separated list of IP addresses and networks, such as 10.0.0.0/8",
    });
    return z.NEVER;
  }
}

const secret = z
  .string()
  .min(16, "must have at least 16 characters")
  .regex(/^\S+$/, "must not contain white space")
  .optional();

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(1, 65_535).default(3000),
  HEALTH_PORT: whole(1, 65_535).optional(),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
    .refine((url) => URL.canParse(url), "must be a valid URL")
    .optional(),
  DATABASE_POOLER: z.enum(["none", "transaction"]).default("none"),
  DATABASE_TIMEOUT_MS: whole(1_000, 30_000).default(3_000),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
    .refine((url) => URL.canParse(url), "must be a valid URL")
    .optional(),
  REDIS_TIMEOUT_MS: whole(1, 60_000).default(70),
  CONSOLE_URL: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  GATEWAY_API_KEY: secret,
  GATEWAY_API_KEY_OWNER: z.email("must be an e-mail address").optional(),
  METRICS_TOKEN: secret,
  ...MODEL_VARIABLES,
  ...CANDIDATE_VARIABLES,
  RATE_LIMIT_PER_MINUTE: whole(1, MAX_REQUESTS_PER_MINUTE).default(600),
  CHANGES_PER_MINUTE: whole(1, MAX_REQUESTS_PER_MINUTE).default(120),
  MAX_DAILY_BYTES: whole(100_000, 1_000_000_000_000).default(10_000_000),
  REQUEST_CACHE_MIB: whole(0, 4_096).default(32),
  DRAIN_MS: whole(0, 3_600_000).default(14_000),
  KEEP_ALIVE_MS: whole(2_000, 3_600_000).default(10_000),
  REVIEWS_REQUIRED: whole(1, 10).default(1),
  APPROVAL_MAX_DAYS: whole(1, 36_500).optional(),
  TRUSTED_PROXIES: z.string().default("").transform(toProxies),
  ...OPEN_ID_VARIABLES,
  CHECKPOINT_DIR: z.string().optional(),
  LOG_KEY_FILE: z.string().optional(),
  WITNESSES: z.string().default("").transform(toWitnesses),
  CHECKPOINT_S3_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .refine(
      (url) => new URL(url).pathname.length > 1,
      "must include a bucket, such as https://store.example.org/bucket",
    )
    .optional(),
  CHECKPOINT_S3_REGION: z.string().default("us-east-1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
    .default("1")
    .transform(Number),
  OTEL_LOGS_EXPORTER: z.enum(["otlp", "none"]).default("otlp"),
  ...MAIL_VARIABLES,
  WEBHOOK_ALLOW_PRIVATE: z.enum(["0", "1"]).default("0"),
  DEMO: z.enum(["0", "1"]).default("0"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Groups of variables: all variables of a group must be set, or none. */
const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
] as const;

const wholeSchema = environmentSchema.superRefine((env, context) => {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === names.length || missing.length === 0) continue;
    const message = `must be set together with ${missing.join(" and ")}, or not at all`;
    for (const name of names) {
      if (env[name] !== undefined) context.addIssue({ code: "custom", path: [name], message });
    }
  }
});

export const VARIABLES = Object.keys(environmentSchema.shape);

/** Parses the environment. Throws an Error that names each invalid variable and its rule, never its value. */
export function readConfig(environment: Environment = process.env): Config {
  // An empty variable counts as not set, because compose files write `REDIS_URL=` for an unset one.
  const defined = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = wholeSchema.safeParse({ ...defined, ...readSecretFiles(defined) });
  if (!parsed.success) {
    // Only the first issue of each variable is reported, because later issues follow from the first.
    const issues = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
    const violations = [...issues].reverse().map(([name, message]) => `${name} ${message}`);
    throw new Error(`Invalid configuration:\n  ${violations.join("\n  ")}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === "production";
  if (production && env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    throw new Error("Invalid configuration:\n  AUTH_SECRET must be set in production if DATABASE_URL is set");
  }
  const dataDir = resolve(env.DATA_DIR);
  return {
    root: process.cwd(),
    production,
    host: env.HOST,
    port: env.PORT,
    healthPort: env.HEALTH_PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseIsPooled: env.DATABASE_POOLER === "transaction",
    databaseTimeoutMs: env.DATABASE_TIMEOUT_MS,
    redisUrl: env.REDIS_URL,
    redisTimeoutMs: env.REDIS_TIMEOUT_MS,
    consoleUrl: env.CONSOLE_URL?.replace(/\/+$/, "") ?? `http://${nameOf(env.HOST)}:${env.PORT}`,
    consoleUrlIsSet: env.CONSOLE_URL !== undefined,
    authSecret: env.AUTH_SECRET,
    gatewayApiKey: env.GATEWAY_API_KEY,
    gatewayApiKeyOwner: env.GATEWAY_API_KEY_OWNER,
    metricsToken: env.METRICS_TOKEN,
    oidc: chooseOpenId(env),
    model: chooseModel(env),
    candidate: chooseCandidate(env),
    ratePerMinute: env.RATE_LIMIT_PER_MINUTE,
    changesPerMinute: env.CHANGES_PER_MINUTE,
    maxDailyBytes: env.MAX_DAILY_BYTES,
    requestCacheMib: env.REQUEST_CACHE_MIB,
    drainMs: env.DRAIN_MS,
    keepAliveMs: env.KEEP_ALIVE_MS,
    reviewsRequired: env.REVIEWS_REQUIRED,
    approvalMaxDays: env.APPROVAL_MAX_DAYS,
    trustedProxies: env.TRUSTED_PROXIES,
    witnesses: env.WITNESSES,
    checkpointCopies:
      env.CHECKPOINT_S3_URL === undefined
        ? undefined
        : { url: env.CHECKPOINT_S3_URL, region: env.CHECKPOINT_S3_REGION },
    collector: readCollector(env),
    checkpointDir: env.CHECKPOINT_DIR === undefined ? join(dataDir, "checkpoints") : resolve(env.CHECKPOINT_DIR),
    logKeyFile: env.LOG_KEY_FILE === undefined ? join(dataDir, "log-key.pem") : resolve(env.LOG_KEY_FILE),
    mail: chooseMail(env),
    webhookAllowsPrivate: env.WEBHOOK_ALLOW_PRIVATE === "1",
    isDemo: env.DEMO === "1",
    logLevel: env.LOG_LEVEL,
  };
}

function readCollector(env: z.infer<typeof environmentSchema>): Collector | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const ratio = env.OTEL_TRACES_SAMPLER_ARG;
  return { url: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio, takesLogs: env.OTEL_LOGS_EXPORTER === "otlp" };
}

/** Returns the host name that a browser on this machine uses to reach a server listening on `host`. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "127.0.0.1" || host === "::1") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
