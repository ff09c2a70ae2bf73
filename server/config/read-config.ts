import "#server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type CamelCased, camelCase } from "./camel-case.ts";
import { type CandidateSettings, chooseCandidate, chooseModel, type ModelSettings } from "./model-settings.ts";
import { type Environment, parseVariables } from "./parse-variables.ts";
import { describeVariable, SETTINGS, VARIABLES } from "./settings.ts";

/**
 * The parsed configuration: the variables of settings.ts in camel case, such as `drainMs` for `DRAIN_MS`, and values
 * derived from several variables. No other file reads `process.env`.
 */
export interface Config extends Omit<CamelCased<Variables>, keyof Derived>, Derived {}

interface Derived {
  /** The absolute path of the project folder. */
  readonly root: string;
  readonly production: boolean;
  /** The console's public URL, an origin. If CONSOLE_URL is set, only this origin may send changes (CSRF protection). */
  readonly consoleUrl: string;
  readonly consoleUrlIsSet: boolean;
  readonly checkpointDir: string;
  readonly logKeyFile: string;
  readonly oidc: OpenIdClient | undefined;
  /** Undefined: the gateway sends no e-mails. */
  readonly mail: MailSettings | undefined;
  readonly model: ModelSettings;
  /** Undefined: no candidate is asked. */
  readonly candidate: CandidateSettings | undefined;
}

export interface OpenIdClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface MailSettings {
  readonly url: string;
  readonly from: string;
}

/** Groups of variables: all variables of a group must be set, or none. */
const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
] as const;

const schema = z.object(SETTINGS).superRefine((env, context) => {
  const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  for (const names of TOGETHER) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === names.length || missing.length === 0) continue;
    const message = `must be set together with ${missing.join(" and ")}, or not at all`;
    for (const name of names) if (env[name] !== undefined) refuse(name, message);
  }
  const needsProvider = "must not be set without OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET";
  if (env.OIDC_ISSUER === undefined && env.SIGN_IN === "openid") refuse("SIGN_IN", needsProvider);
  if (env.OIDC_ISSUER === undefined && env.OIDC_ROLES !== undefined) refuse("OIDC_ROLES", needsProvider);
  if (env.SIGN_IN === "openid" && env.OIDC_ROLES !== undefined && !Object.values(env.OIDC_ROLES).includes("admin"))
    refuse(
      "OIDC_ROLES",
      "must map a value to admin if SIGN_IN is openid, because nobody else could become an administrator",
    );
});

type Variables = z.output<typeof schema>;

/** Parses the environment. Throws an Error that names each invalid variable and its rule, never its value. */
export function readConfig(environment: Environment = process.env): Config {
  // An empty variable counts as not set, because compose files write `REDIS_URL=` for an unset one.
  const set = Object.entries(environment)
    .map(([name, value = ""]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== "");
  // As in curl and Node, the lower-case names of the proxies have precedence.
  const proxies = set
    .filter(([name]) => /^(https?|no)_proxy$/.test(name))
    .map(([name, url]) => [name.toUpperCase(), url]);
  const defined = Object.fromEntries([...set, ...proxies]);
  const all: Environment = { ...defined, ...readSecretFiles(defined) };
  refuseValues(all);
  const env = parseVariables(schema, all);
  const production = env.NODE_ENV === "production";
  if (production && env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    throw new Error("Invalid configuration:\n  AUTH_SECRET must be set in production if DATABASE_URL is set");
  }
  return {
    ...camelCase(env),
    root: process.cwd(),
    production,
    consoleUrl: env.CONSOLE_URL ?? new URL(`http://${nameOf(env.HOST)}:${env.PORT}`).origin,
    consoleUrlIsSet: env.CONSOLE_URL !== undefined,
    checkpointDir: env.CHECKPOINT_DIR ?? join(env.DATA_DIR, "checkpoints"),
    logKeyFile: env.LOG_KEY_FILE ?? join(env.DATA_DIR, "log-key.pem"),
    oidc: ifSet({
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
    }),
    mail: ifSet({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    model: chooseModel(env),
    candidate: chooseCandidate(all, env.CANDIDATE_SHARE),
  };
}

type AllSet<Values> = { [Name in keyof Values]: NonNullable<Values[Name]> };

/** Returns undefined if a value is not set. */
function ifSet<Values extends object>(values: Values): AllSet<Values> | undefined {
  return Object.values(values).includes(undefined) ? undefined : (values as AllSet<Values>);
}

/** Returns the host name that a browser on this machine uses to reach a server listening on `host`. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "127.0.0.1" || host === "::1") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Reads the files of all `NAME_FILE` variables and returns their contents by `NAME`. Throws an Error that states the
 * variable and the violated rule, never the secret.
 */
function readSecretFiles(environment: Environment): Environment {
  const named = VARIABLES.filter((name) => describeVariable(name).secret === true).flatMap((name) => {
    const path = environment[`${name}_FILE`];
    return path === undefined ? [] : [{ name, path }];
  });
  return Object.fromEntries(named.map(({ name, path }) => [name, readSecret(name, path, environment)]));
}

function readSecret(name: string, path: string, environment: Environment): string {
  const invalid = (rule: string) => new Error(`Invalid configuration:\n  ${name}_FILE ${rule}`);
  if (environment[name] !== undefined) throw invalid(`must not be set together with ${name}`);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw invalid("must be the path of a readable file");
  }
  const secret = text.trim();
  if (secret === "") throw invalid("must not be the path of an empty file");
  return secret;
}

const OWN = new RegExp(`^(${VARIABLES.join("|")})$`);

/**
 * Values that would be misunderstood, or have no effect: variables, permitted values, and the rule. OpenTelemetry's
 * exporters read some of the variables of its specification.
 */
const RULES: readonly (readonly [variables: RegExp, permitted: RegExp, rule: string])[] = [
  [OWN, /^(?!(["']).*\1$)/s, "must not be in quotation marks: Docker's env files, for example, do not remove them"],
  [OWN, /^(?!.*\$(\{\w+\}|\(\w+\)))/s, `must not contain \${NAME} or $(NAME): nothing has replaced it by a value`],
  [/^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT$/, /^$/, "is not supported: set OTEL_EXPORTER_OTLP_ENDPOINT"],
  [/^OTEL_EXPORTER_OTLP_(TRACES_)?PROTOCOL$/, /^http\/json$/, "must be http/json: other protocols are not supported"],
  [/^OTEL_EXPORTER_OTLP_(TRACES_)?TIMEOUT$/, /^5000$/, "must be 5000: other timeouts are not supported"],
  [
    /^OTEL_EXPORTER_OTLP_(TRACES_)?HEADERS$/,
    /^(\s*[\w.-]+\s*=[^,;]+(,|$))+$/,
    "must be name=value, separated by commas",
  ],
  [/^(CANDIDATE_)?MODEL_BLEND$/, /^0$/, "is not supported: a model's answer is not blended with another one"],
  [/^CHECKPOINT_S3_/, /^$/, "is not supported: WITNESSES keep checkpoints in a second place"],
  [/^OTEL_TRACES_EXPORTER$/, /^otlp$/, "must be otlp: to export no traces, unset OTEL_EXPORTER_OTLP_ENDPOINT"],
  [/^OTEL_LOGS_EXPORTER$/, /^none$/, "must be none: log lines are written to stdout only"],
  [/^OTEL_TRACES_SAMPLER$/, /^parentbased_traceidratio$/, "must be parentbased_traceidratio"],
  [/^OTEL_SDK_DISABLED$/, /^false$/i, "must be false: to disable OpenTelemetry, unset OTEL_EXPORTER_OTLP_ENDPOINT"],
];

/** Throws an Error that names each variable whose value violates a rule. */
function refuseValues(environment: Environment): void {
  const violations = Object.entries(environment).flatMap(([name, value = ""]) => {
    const rule = RULES.find(([variables, permitted]) => variables.test(name) && !permitted.test(value));
    return rule === undefined ? [] : [`${name} ${rule[2]}`];
  });
  if (violations.length > 0) throw new Error(`Invalid configuration:\n  ${violations.join("\n  ")}`);
}
