import { z } from "zod";
import { MAX_REQUESTS_PER_MINUTE } from "#lib/domain/limits.ts";
import { ROLES } from "#lib/domain/members.ts";
import { TRUSTED_ADDRESSES } from "#lib/domain/open-id.ts";
import { namesOf } from "#lib/names-of.ts";
import { CANDIDATE, jsonObject, LANGUAGE_MODEL, MODEL } from "./model-settings.ts";
import { parseProxies, type TrustedProxies } from "./trusted-proxies.ts";
import { baseUrl, httpUrl, isHost, secretUrl } from "./url-schemas.ts";
import { ASCII, choice, flag, oneOf, path, text, upTo, whole, wholeOr } from "./value-schemas.ts";
import { toWitnesses } from "./witnesses.ts";

const token = z
  .string()
  .min(16, "must have at least 16 characters")
  .regex(ASCII, "must be ASCII characters without white space")
  .optional();

/** Hosts, each of which may begin with `*.`, or be `*`. */
const NO_PROXY = /^[\s,]*((\*|(\*(?=\.))?[^\s,*/;|]+)([\s,]+|$))*$/;

const PART = String.raw`[^\s\p{Cc}<>@,;:"]+`;
const SENDER = new RegExp(String.raw`^([^\p{Cc}<>@,;:"]+ <${PART}@${PART}>|${PART}@${PART})$`, "u");

function toProxies(list: string, context: z.RefinementCtx): TrustedProxies {
  try {
    return parseProxies(list);
  } catch {
    const message = "must list IP addresses and networks, such as 10.0.0.0/8, separated by commas; not all addresses";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
}

const hostNames = z
  .string()
  .default("")
  .transform((list) => list.split(/[\s,]+/).filter((host) => host !== ""))
  .refine((hosts) => hosts.every(isHost), "must list host names and IP addresses without ports, separated by commas")
  .transform((hosts) => hosts.map((host) => new URL(`http://${host.includes(":") ? `[${host}]` : host}`).hostname));

const proxyUrl = secretUrl(
  /^(http|https(?!:\/\/([^@]*@)?(\[|[\d.]+(:\d*)?\/?$))):\/\/([^@]*@)?[^@/?]+\/?$/i,
  "must be http://[NAME:PASSWORD@]HOST[:PORT], or the same with https:// and a host name; SOCKS is not supported",
);

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const toMilliseconds = (time: string) => Number.parseInt(time, 10) * UNIT_MS[time.slice(-1) as keyof typeof UNIT_MS];

const SERVER = {
  HOST: z
    .string()
    .refine(isHost, "must be an IP address or a host name, without a port")
    .default("127.0.0.1")
    .meta({ help: "address that the gateway listens on" }),
  PORT: wholeOr(3000, 1, 65_535).meta({ help: "port that the gateway listens on" }),
  CONSOLE_URL: httpUrl
    .regex(/^[^/]*\/\/[^/]*\/?$/, "must have no path, because the console cannot be served below a path")
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      shown: "`http://localhost:PORT`",
      help: "public address of the console; if it is set, changes from other origins are refused",
    }),
  NODE_ENV: choice("production", "development", "test").optional().meta({
    help: "With `production`, `AUTH_SECRET` is required if `DATABASE_URL` is set, and an empty PostgreSQL database gets no example data. With `development`, `test` or no value, an empty PostgreSQL database gets an example account for each role, an API key and approved examples. The container image sets `NODE_ENV=production`; `npm start` does not set `NODE_ENV`",
  }),
  TRUSTED_PROXIES: z.string().default("").transform(toProxies).meta({
    shown: "none",
    help: "addresses and networks (`192.0.2.0/28`) of proxies whose `X-Forwarded-For` is trusted; see [proxies](#behind-a-proxy)",
  }),
  MCP_HOSTS: hostNames.meta({
    shown: "none",
    help: "further host names under which [agents](agents.md) reach `/mcp`; loopback names and the host of `CONSOLE_URL` are always accepted",
  }),
  KEEP_ALIVE_MS: wholeOr(10_000, 2_000, 3_600_000).meta({
    help: "time after which an idle connection is closed; use a [higher value behind a proxy](#behind-a-proxy)",
  }),
  DRAIN_MS: wholeOr(14_000, 0, 3_600_000).meta({
    help: "time that requests in flight have to finish after a stop signal",
  }),
  DEMO: flag.meta({
    help: "1: the console's header and the terminal state that the data is invented; `npm run demo` sets it",
  }),
  LOG_LEVEL: oneOf("info", "fatal", "error", "warn", "debug", "trace", "silent").meta({
    help: "minimum level of logged messages: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
  }),
};

const STORAGE = {
  DATA_DIR: path
    .prefault("data")
    .meta({ hidden: true, help: "folder of the embedded database and of generated keys and secrets" }),
  DATABASE_URL: secretUrl(
    // node-postgres ignores the three parameters.
    /^postgres(ql)?:\/\/([^@]*@)?[^,/?]*(?!.*[?&](dbname=|pgbouncer=|schema=|host=[^&]*,))(\/|\?|$)/,
    "must be postgres://NAME:PASSWORD@HOST:PORT/DATABASE with one host, without the parameters dbname, pgbouncer, schema",
  ).meta({
    secret: true,
    help: "connection URL of PostgreSQL 15 or later, with a percent-encoded password; for a socket, `postgres://NAME:PASSWORD@/DATABASE?host=FOLDER`; if unset, the gateway uses the embedded database",
  }),
  DATABASE_POOLER: oneOf("none", "transaction").meta({
    help: "`transaction`: the gateway connects through [PgBouncer](#pgbouncer) or another pooler in transaction mode",
  }),
  DATABASE_TIMEOUT_MS: wholeOr(3_000, 1_000, 30_000).meta({
    help: "maximum time that a request waits for the database to look up its API key or record an event, 1000 to 30000; the request then gets `AUDIT_UNAVAILABLE`",
  }),
  REDIS_URL: secretUrl(
    /^rediss?:\/\/([^:@]*:[^@]+@)?[^@/?]+(\/\d*)?$/,
    "must be redis://[[NAME]:PASSWORD@]HOST[:PORT][/DATABASE_NUMBER], or the same with rediss://",
  ).meta({
    secret: true,
    help: "`redis://` or `rediss://` (TLS) URL of Redis, or of one node of a Redis Cluster, whose other nodes are found; processes that use the same Redis [share rate limits](#limits)",
  }),
  REDIS_TIMEOUT_MS: wholeOr(70, 1, 60_000).meta({
    help: "timeout of one answer from Redis; after a timeout, the process applies rate limits by itself until Redis answers in time again",
  }),
};

const roleMap = z.record(z.string(), z.enum(ROLES));
const isRoleMap = (roles: unknown) => roleMap.safeParse(roles).success;

const claim = z.string().regex(ASCII, "must be the name or the path of a claim, such as realm_access.roles");

const SIGN_IN = {
  SIGN_IN: oneOf("both", "openid").meta({
    help: "`openid`: members can sign in only with the [OpenID provider](#sign-in-with-openid), not with a password",
  }),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional().meta({
    secret: true,
    shown: "generated in `DATA_DIR`",
    help: "secret that signs sessions; at least 32 characters; required in production if `DATABASE_URL` is set",
  }),
  GATEWAY_API_KEY: token.meta({
    secret: true,
    help: "an additional API key, for deployments with an external secret manager; at least 16 characters",
  }),
  GATEWAY_API_KEY_OWNER: z.email("must be an e-mail address").optional().meta({
    help: "e-mail address of the member who owns `GATEWAY_API_KEY`; this member cannot review requests made with that key. If unset, a warning is logged at startup and reviewers see that the author is unknown",
  }),
  METRICS_TOKEN: token.meta({ secret: true, help: "bearer token for [`/metrics`](#metrics); at least 16 characters" }),
  OIDC_ISSUER: baseUrl("/.well-known/openid-configuration").meta({
    help: "issuer of an [OpenID provider](#members) for member sign-in; set all three `OIDC_…` variables or none",
  }),
  OIDC_CLIENT_ID: text.meta({ help: "client id that the OpenID provider assigned" }),
  OIDC_CLIENT_SECRET: text.meta({ secret: true, help: "secret of the client" }),
  OIDC_SCOPES: z
    .string()
    .regex(
      /^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      "must be openid, followed by other scopes, separated by single spaces",
    )
    .default("openid email profile")
    .transform((scopes) => scopes.split(" "))
    .meta({ help: "scopes to request; add `offline_access` if the provider requires it for refresh tokens" }),
  OIDC_TRUSTED_ADDRESS: oneOf(...namesOf(TRUSTED_ADDRESSES)).meta({
    help: "claim that proves a member's e-mail address at the [first sign-in](#first-sign-in): `email_verified`, `email`, `preferred_username` or `none`",
  }),
  OIDC_ROLES_CLAIM: claim.default("groups").meta({
    help: "claim with the values of `OIDC_ROLES`: a name, or a path such as `realm_access.roles`",
  }),
  OIDC_ROLES: jsonObject
    .pipe(z.custom<z.output<typeof roleMap>>(isRoleMap, `must map values of OIDC_ROLES_CLAIM to ${ROLES.join(", ")}`))
    .optional()
    .meta({
      help: 'role for each value of the claim, as JSON: `{"forecast-admins":"admin"}`; if unset, administrators choose the [roles](#roles-from-the-provider)',
    }),
  SCIM_TOKEN: token.meta({
    secret: true,
    help: "bearer token with which the organisation's [directory](#the-directory) adds and disables members; at least 16 characters",
  }),
  SCIM_CLAIM: claim.default("sub").meta({
    help: "claim of the OpenID provider that contains the `externalId` of SCIM: `oid` for Entra ID",
  }),
};

const LIMITS = {
  RATE_LIMIT_PER_MINUTE: wholeOr(600, 1, MAX_REQUESTS_PER_MINUTE).meta({
    help: "maximum number of requests per minute for an API key without an individual limit",
  }),
  CHANGES_PER_MINUTE: wholeOr(120, 1, MAX_REQUESTS_PER_MINUTE).meta({
    help: "maximum number of console changes per minute and member; a file import counts as one change",
  }),
  MAX_DAILY_BYTES: wholeOr(10_000_000, 100_000, 1_000_000_000_000).meta({
    help: "bytes of texts that a member or an API key may add per day (UTC): notes, titles, reasons, outcomes, tags, drafts and submissions; imports and evaluation files have 20 times this limit. Further changes get 429 until the next day, and further requests of an API key are not sent for review. Predictions do not count",
  }),
  REQUEST_CACHE_MIB: wholeOr(32, 0, 4_096).meta({
    help: "size of the cache of parsed valid requests, keyed by the SHA-256 of the request body; 0 disables the cache. The cache never contains a forecast or an approval",
  }),
  REVIEWS_REQUIRED: wholeOr(1, 1, 10).meta({
    help: "number of different reviewers who must approve a submission, or reject it, to decide on it",
  }),
  REVIEW_TARGET: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/, "must be a time such as 90m, 24h or 3d")
    .default("24h")
    .transform(toMilliseconds)
    .meta({
      help: "time within which a submission should be decided, such as `90m`, `24h` or `3d`; reviewers and administrators are [told](#who-is-told) of a submission that waits longer, or for longer than a quarter of the time to its resolution date",
    }),
  APPROVAL_MAX_DAYS: whole(1, 36_500).meta({
    help: "maximum duration of [approvals](reviewing.md#in-the-console) in days, 1 to 36500; applies to decisions made after it is set. If unset, approvals need not expire",
  }),
};

const OUTPUTS = {
  CHECKPOINT_DIR: path.optional().meta({
    hidden: true,
    shown: "`DATA_DIR/checkpoints`",
    help: "folder of the audit log's signed checkpoints; use a different disk from the database if possible",
  }),
  LOG_KEY_FILE: path.optional().meta({
    hidden: true,
    shown: "`DATA_DIR/log-key.pem`",
    help: "file with the Ed25519 key (PEM) that signs [the audit log](#events-and-checkpoints), followed by former keys. All gateways of a database need the same key; create a key with `openssl genpkey -algorithm ed25519`",
  }),
  WITNESSES: z.string().default("").transform(toWitnesses).meta({
    help: "[witnesses](proofs.md#witnesses) that cosign the audit log's checkpoints: `VERIFIER_KEY URL [MONITORING_URL]`, separated by commas",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl("/v1/traces", "/v1/logs").meta({
    help: "address of an OpenTelemetry collector, such as `http://collector:4318`, for [traces](#traces) sent as OTLP over HTTP",
  }),
  OTEL_TRACES_SAMPLER_ARG: upTo(1).default(1).meta({
    help: "share of traces to record, 0 to 1; a sampling decision in the caller's trace context takes precedence",
  }),
  SMTP_URL: secretUrl(
    /^smtps?:\/\/([^@]*@)?[^@/?]+\/?(\?.*)?$/,
    "must be smtp://[NAME:PASSWORD@]HOST[:PORT], or the same with smtps://",
  ).meta({
    secret: true,
    help: "SMTP server for [e-mails to members](#e-mails), such as `smtps://name:password@mail.example.org`; set together with `MAIL_FROM`",
  }),
  MAIL_FROM: z
    .string()
    .regex(SENDER, "must be an e-mail address, with or without a name, such as Forecasts <forecasts@example.org>")
    .optional()
    .meta({ help: "sender of the e-mails, such as `Forecasts <forecasts@example.org>`" }),
  WEBHOOK_PROXY: flag.meta({ help: "1: webhooks also use the [outgoing proxy](#outgoing-proxy)" }),
  WEBHOOK_ALLOW_PRIVATE: flag.meta({ help: "1: [webhooks](#webhooks) may use private addresses and unencrypted HTTP" }),
};

const PROXY = {
  HTTP_PROXY: proxyUrl.meta({ secret: true, help: "URL of the proxy for connections to `http://` addresses" }),
  HTTPS_PROXY: proxyUrl.meta({ secret: true, help: "URL of the proxy for connections to `https://` addresses" }),
  NO_PROXY: z
    .string()
    .regex(NO_PROXY, "must list hosts: schemes, networks such as 10.0.0.0/8 and * within a name are not supported")
    .default("localhost,127.0.0.1,::1")
    .transform((list) => list.toLowerCase().split(/[\s,]+/))
    .meta({ help: "hosts that are reached without a proxy, separated by commas or white space" }),
};

/**
 * The environment variables by section of docs/operations.md, which is generated from them. `help` describes a variable,
 * `shown` describes a default that is computed, `secret` permits the variable's `_FILE` variant, and neither a `secret`
 * nor a `hidden` value may reach a browser.
 */
export const SECTIONS = {
  server: SERVER,
  "database-and-redis": STORAGE,
  "secrets-and-sign-in": SIGN_IN,
  model: MODEL,
  "language-model": LANGUAGE_MODEL,
  candidate: CANDIDATE,
  "limits-and-review": LIMITS,
  outputs: OUTPUTS,
  "outgoing-proxy": PROXY,
};

export const SETTINGS = {
  ...SERVER,
  ...STORAGE,
  ...SIGN_IN,
  ...MODEL,
  ...LANGUAGE_MODEL,
  ...CANDIDATE,
  ...LIMITS,
  ...OUTPUTS,
  ...PROXY,
};

/** The names of all variables. Each variable `MODEL_…` has a counterpart for the candidate. */
export const VARIABLES: readonly string[] = Object.keys(SETTINGS).flatMap((name) =>
  name.startsWith("MODEL_") ? [name, `CANDIDATE_${name}`] : [name],
);

/** Returns the metadata of a variable: `help`, `shown`, `secret` and `hidden`. */
export function describeVariable(name: string): z.core.GlobalMeta {
  return new Map(Object.entries(SETTINGS)).get(name.replace(/^CANDIDATE_MODEL_/, "MODEL_"))?.meta() ?? {};
}
