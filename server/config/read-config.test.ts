import { writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";
import { readConfig } from "./read-config.ts";
import { describeVariable, VARIABLES } from "./settings.ts";

const SECRET = "s3cr3t";

/** Invalid values by variable. Most contain SECRET, which no error message may repeat. */
const BAD: readonly [name: string, value: string][] = [
  ["PORT", SECRET],
  ["PORT", "65536"],
  ["PORT", "0"],
  ["PORT", "-1"],
  ["PORT", "0x10"],
  ["PORT", "3000.5"],
  ["PORT", "30 00"],
  ["HOST", `http://${SECRET}`],
  ["HOST", `${SECRET}:3000`],
  ["HOST", "[::1]"],
  ["HOST", "fe80::1%eth0"],
  ["HOST", "10.0.0.256"],
  ["NODE_ENV", `${SECRET}-prod`],
  ["NODE_ENV", "Production"],
  ["DATA_DIR", `~/${SECRET}`],
  ["DATA_DIR", `file:///${SECRET}`],
  ["CHECKPOINT_DIR", `~/${SECRET}`],
  ["LOG_KEY_FILE", `~${SECRET}/key`],
  ["MODEL_PROMPT_FILE", `~/${SECRET}`],
  ["MODEL_CALIBRATION_FILE", `~/${SECRET}`],
  ["DATABASE_URL", `mysql://user:${SECRET}@host/db`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host:port/db`],
  ["DATABASE_URL", `postgres://user:p@${SECRET}#w%rd/1@host/db`],
  ["DATABASE_URL", `postgres://user:12/${SECRET}@host/db`],
  ["DATABASE_URL", `postgres://user:${SECRET} %2B@host/db`],
  ["DATABASE_URL", `postgres://user:${SECRET}%E4@host/db`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host,other/db`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host:1,other:2/db`],
  ["DATABASE_URL", `postgres://user:${SECRET}@/db?host=host,other`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host/db?schema=other`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host?sslmode=disable&schema=other`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host/db?pgbouncer=true`],
  ["DATABASE_URL", `postgres://user:${SECRET}@?host=/socket&dbname=db`],
  ["DATABASE_URL", `postgres://user:${SECRET}@:5432/db`],
  ["DATABASE_URL", `socket:///run/${SECRET}?db=db`],
  ["DATABASE_URL", `host=/run password=${SECRET}`],
  ["REDIS_URL", `redis://:${SECRET}#@host`],
  ["REDIS_URL", `redis://:${SECRET}@host/zero`],
  ["REDIS_URL", `redis://:${SECRET}@host?db=1`],
  ["REDIS_URL", `redis://:${SECRET}@/0`],
  ["REDIS_URL", `redis://${SECRET}@host`],
  ["REDIS_URL", `http://:${SECRET}@host`],
  ["REDIS_URL", `redis://:${SECRET}@host:port`],
  ["DATABASE_TIMEOUT_MS", "999"],
  ["REDIS_TIMEOUT_MS", "0"],
  ["CONSOLE_URL", `ftp://${SECRET}`],
  ["CONSOLE_URL", SECRET],
  ["CONSOLE_URL", `javascript:${SECRET}`],
  ["CONSOLE_URL", `https://host/${SECRET}`],
  ["CONSOLE_URL", `https://host/?${SECRET}`],
  ["CONSOLE_URL", `https://host#${SECRET}`],
  ["CONSOLE_URL", `https://user:${SECRET}@host`],
  ["AUTH_SECRET", SECRET],
  ["GATEWAY_API_KEY", SECRET],
  ["GATEWAY_API_KEY", `${SECRET} with white space`],
  ["GATEWAY_API_KEY", `${SECRET}-outside-of-ASCII-ü`],
  ["METRICS_TOKEN", SECRET],
  ["AUTH_SECRET_FILE", `/nowhere/${SECRET}`],
  ["MODEL_ADAPTER", SECRET],
  ["MODEL_URL", SECRET],
  ["MODEL_URL", `ftp://${SECRET}/`],
  ["MODEL_URL", `http://${SECRET}@host/`],
  ["MODEL_URL", `http://user:${SECRET}@host/`],
  ["MODEL_URL", `http://host/?key=${SECRET}`],
  ["MODEL_URL", `http://host/#${SECRET}`],
  ["MODEL_URL", `http://host/${SECRET}/predict/`],
  ["MODEL_URL", `http://host/${SECRET}/v1/chat/completions`],
  ["MODEL_URL", `http://host/${SECRET}/v1/responses`],
  ["MODEL_URL", `http://host/${SECRET}/v1/messages`],
  ["MODEL_TOKEN", `${SECRET}\r\nX-Other: 1`],
  ["MODEL_TOKEN", `${SECRET} ü`],
  ["MODEL_NAME", SECRET.repeat(50)],
  ["MODEL_PROVIDER", SECRET],
  ["MODEL_ENDPOINT", SECRET],
  ["MODEL_TIMING", SECRET],
  ["MODEL_MONTHLY_TOKENS", "0"],
  ["MODEL_METHOD", SECRET],
  ["MODEL_TIMING", SECRET],
  ["MODEL_SAMPLES", "0"],
  ["MODEL_SAMPLES", "26"],
  ["MODEL_TEMPERATURE", SECRET],
  ["MODEL_TEMPERATURE", "-1"],
  ["MODEL_TEMPERATURE", "2.1"],
  ["MODEL_REASONING", SECRET],
  ["MODEL_MAX_TOKENS", "0"],
  ["MODEL_MAX_TOKENS_FIELD", SECRET],
  ["MODEL_EXTRA_BODY", SECRET],
  ["MODEL_EXTRA_BODY", `["${SECRET}"]`],
  ["MODEL_EXTRA_BODY", `{"messages":"${SECRET}"}`],
  ["MODEL_EXTRA_BODY", '{"stream":true}'],
  ["MODEL_EXTRA_BODY", '{"temperature":0}'],
  ["MODEL_HEADERS", `{"x-other":"${SECRET}"`],
  ["MODEL_HEADERS", `{"x other":"${SECRET}"}`],
  ["MODEL_HEADERS", `{"x-other":"${SECRET}\\r\\nx-third: 1"}`],
  ["MODEL_HEADERS", '{"x-other":1}'],
  ["MODEL_HEADERS", `{"Authorization":"${SECRET}"}`],
  ["MODEL_HEADERS", `{"Content-Length":"${SECRET}"}`],
  ["MODEL_PARALLEL", "0"],
  ["MODEL_BLEND", "0.25"],
  ["MODEL_TRAINING_CUTOFF", SECRET],
  ["MODEL_TRAINING_CUTOFF", "2026-13"],
  ["MODEL_CONCURRENCY", "0"],
  ["MODEL_CONCURRENCY", SECRET],
  ["MODEL_QUEUE", "-1"],
  ["MODEL_QUEUE", "1e3"],
  ["MODEL_DEADLINE_MS", "0"],
  ["MODEL_DEADLINE_MS", `${SECRET}ms`],
  ["RATE_LIMIT_PER_MINUTE", "0"],
  ["RATE_LIMIT_PER_MINUTE", "Infinity"],
  ["CHANGES_PER_MINUTE", "0"],
  ["MAX_DAILY_BYTES", "99999"],
  ["GATEWAY_API_KEY_OWNER", SECRET],
  ["REVIEWS_REQUIRED", "0"],
  ["APPROVAL_MAX_DAYS", "0"],
  ["REVIEW_TARGET", "0h"],
  ["REVIEW_TARGET", "24"],
  ["REVIEW_TARGET", SECRET],
  ["MODEL_PRICE_INPUT", "-1"],
  ["MODEL_PRICE_CACHED_INPUT", "cheap"],
  ["MODEL_PRICE_OUTPUT", "1000001"],
  ["MODEL_PRICE_CURRENCY", "dollar"],
  ["REVIEWS_REQUIRED", "11"],
  ["OIDC_ISSUER", `https://${SECRET}`],
  ["OIDC_ISSUER", `https://${SECRET}/.well-known/openid-configuration`],
  ["OIDC_ISSUER", `https://host/?${SECRET}`],
  ["OIDC_CLIENT_ID", SECRET],
  ["OIDC_CLIENT_SECRET", SECRET],
  ["OIDC_SCOPES", SECRET],
  ["OIDC_SCOPES", `openid, ${SECRET}\u0000`],
  ["OIDC_TRUSTED_ADDRESS", SECRET],
  ["OIDC_ROLES_CLAIM", `${SECRET} groups`],
  ["OIDC_ROLES", SECRET],
  ["OIDC_ROLES", `{"${SECRET}":"owner"}`],
  ["OIDC_ROLES", `["${SECRET}"]`],
  ["OIDC_ROLES", `{"${SECRET}":"admin"}`],
  ["SCIM_TOKEN", `${SECRET} with spaces`],
  ["SCIM_CLAIM", `${SECRET} oid`],
  ["SIGN_IN", SECRET],
  ["SIGN_IN", "openid"],
  ["DATABASE_POOLER", SECRET],
  ["REQUEST_CACHE_MIB", SECRET],
  ["DRAIN_MS", "-1"],
  ["KEEP_ALIVE_MS", "1999"],
  ["MCP_HOSTS", "mcp.example.org:443"],
  ["TRUSTED_PROXIES", SECRET],
  ["TRUSTED_PROXIES", "10.0.0.0/8, 0.0.0.0/0"],
  ["TRUSTED_PROXIES", "::/0"],
  ["WITNESSES", `witness.example/w+0123abcd+${SECRET}`],
  ["CHECKPOINT_S3_URL", `https://${SECRET}/bucket`],
  ["WITNESSES", `witness.example/w+0123abcd+AAAA https://user:${SECRET}@witness.example`],
  ["WITNESSES", `witness.example/w+0123abcd+AAAA https://witness.example https://host:${SECRET}`],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", SECRET],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", `http://${SECRET}:4318/v1/traces`],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", `http://${SECRET}:4318/v1/logs/`],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", `http://user:${SECRET}@collector:4318`],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `http://${SECRET}:4318/v1/traces`],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
  ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf"],
  ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "10000"],
  ["OTEL_EXPORTER_OTLP_HEADERS", `Authorization: Bearer ${SECRET}`],
  ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", `{"key":"${SECRET}"}`],
  ["OTEL_TRACES_SAMPLER", "always_off"],
  ["OTEL_SDK_DISABLED", "true"],
  ["OTEL_TRACES_EXPORTER", "none"],
  ["OTEL_LOGS_EXPORTER", "otlp"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["OTEL_TRACES_SAMPLER_ARG", SECRET],
  ["WEBHOOK_ALLOW_PRIVATE", SECRET],
  ["WEBHOOK_PROXY", SECRET],
  ["HTTP_PROXY", `socks5://user:${SECRET}@proxy:1080`],
  ["HTTPS_PROXY", SECRET],
  ["HTTPS_PROXY", `http://user:${SECRET}@proxy:port`],
  ["HTTPS_PROXY", `http://user:${SECRET}%@proxy:3128`],
  ["HTTPS_PROXY", `http://user:${SECRET}/@proxy:3128`],
  ["HTTPS_PROXY", `http://proxy:3128/${SECRET}`],
  ["HTTPS_PROXY", `https://user:${SECRET}@10.0.0.1:3128`],
  ["HTTPS_PROXY", `https://user:${SECRET}@[::1]`],
  ["NO_PROXY", `localhost, ${SECRET}/8`],
  ["NO_PROXY", `http://${SECRET}`],
  ["NO_PROXY", `localhost;${SECRET}`],
  ["NO_PROXY", `${SECRET}.*`],
  ["SMTP_URL", SECRET],
  ["SMTP_URL", `http://${SECRET}@host`],
  ["SMTP_URL", `smtp://user:${SECRET}@host:port`],
  ["SMTP_URL", `smtp://user:${SECRET}@host`],
  ["SMTP_URL", `smtp://user:p@${SECRET}@host`],
  ["SMTP_URL", `smtp://user:${SECRET}@host/path`],
  ["MAIL_FROM", SECRET],
  ["MAIL_FROM", `Forecasts <${SECRET}@example.org>\r\nBcc: other@example.org`],
  ["MAIL_FROM", `a@example.org, ${SECRET}@example.org`],
  ["MAIL_FROM", `${SECRET}@example.org`],
  ["CANDIDATE_SHARE", SECRET],
  ["CANDIDATE_SHARE", "1.1"],
  ["DEMO", SECRET],
  ["LOG_LEVEL", SECRET],
  ["LOG_LEVEL", "INFO"],
];

function messageOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("the environment was accepted");
}

describe("the configuration", () => {
  it.each(BAD)("reports an invalid %s (%s) by its name, without the value", (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^Invalid configuration:\n  ${name} .+$`));
    expect(message).not.toContain(SECRET);
    if (!/^\d/.test(value)) expect(message).not.toContain(value);
  });

  it("validates every variable", () => {
    const ruled = new Set(BAD.map(([name]) => name));
    const names = VARIABLES.map((name) => name.replace(/^CANDIDATE_MODEL_/, "MODEL_"));
    expect(names.filter((name) => !ruled.has(name))).toEqual([]);
  });

  it.each(VARIABLES)("reports quotation marks and references that were not replaced in %s", (name) => {
    for (const value of [`"${SECRET}"`, `'${SECRET}'`, `$${"{NAME}"}${SECRET}`, `${SECRET}$(NAME)`]) {
      const message = messageOf({ [name]: value });
      expect(message).toMatch(new RegExp(`^Invalid configuration:\n  ${name} must not .+$`));
      expect(message).not.toContain(SECRET);
    }
  });

  it("ignores white space around a value", () => {
    const config = readConfig({
      PORT: " 80\n",
      DATABASE_URL: "postgres://host/db\r\n",
      REDIS_URL: " ",
      DATA_DIR: "a b ",
    });
    expect(config).toMatchObject({ port: 80, databaseUrl: "postgres://host/db", dataDir: resolve("a b") });
    expect(config.redisUrl).toBeUndefined();
  });

  it.each(BAD.filter(([name]) => /^MODEL_/.test(name)))(
    "has the same rule for the candidate: %s (%s)",
    (name, value) => {
      const message = messageOf({ CANDIDATE_MODEL_ADAPTER: "pool", [`CANDIDATE_${name}`]: value });
      expect(message).toMatch(new RegExp(`^Invalid configuration:\n  CANDIDATE_${name} .+$`));
      expect(message).not.toContain(SECRET);
      expect(message).not.toMatch(/(?<!CANDIDATE_)MODEL_/);
    },
  );

  it("has a candidate only if its adapter is set, and names the candidate's missing variables", () => {
    const url = { CANDIDATE_MODEL_URL: "http://candidate:8000/" };
    expect(readConfig(url).candidate).toBeUndefined();
    expect(readConfig({ ...url, CANDIDATE_MODEL_ADAPTER: "http", CANDIDATE_SHARE: "0.25" }).candidate).toMatchObject({
      ...{ adapter: "http", url: "http://candidate:8000", share: 0.25, concurrency: 8, queue: 64, deadlineMs: 30_000 },
    });
    expect(messageOf({ CANDIDATE_MODEL_ADAPTER: "http" })).toContain(
      "CANDIDATE_MODEL_URL must be set if CANDIDATE_MODEL_ADAPTER is http",
    );
  });

  it("reports all invalid variables in one message", () => {
    const message = messageOf({ PORT: SECRET, LOG_LEVEL: SECRET, AUTH_SECRET: SECRET });
    for (const name of ["PORT", "LOG_LEVEL", "AUTH_SECRET"]) expect(message).toContain(`\n  ${name} `);
    expect(message).not.toContain(SECRET);
  });

  it("requires all three variables of an OpenID provider, or none", () => {
    const variables = {
      OIDC_ISSUER: "https://id.example.org/realm/",
      OIDC_CLIENT_ID: "gateway",
      OIDC_CLIENT_SECRET: "x",
    };
    const oidc = { issuer: "https://id.example.org/realm", clientId: "gateway", clientSecret: "x" };
    expect(readConfig(variables).oidc).toEqual(oidc);
    expect(readConfig({}).oidc).toBeUndefined();
    expect(messageOf({ ...variables, OIDC_ISSUER: "ftp://id.example.org" })).toContain("OIDC_ISSUER must be an http");
    expect(messageOf({ ...variables, OIDC_CLIENT_ID: "" })).toMatch(/OIDC_ISSUER must.*\n {2}OIDC_CLIENT_SECRET must/);
  });

  it("requires both the mail server and the sender's address, or neither", () => {
    const mail = { url: "smtps://user:secret@mail.example.org", from: "Forecasts <forecasts@example.org>" };
    expect(readConfig({ SMTP_URL: mail.url, MAIL_FROM: mail.from }).mail).toEqual(mail);
    expect(readConfig({ SMTP_URL: mail.url, MAIL_FROM: "a@example.org" }).mail?.from).toBe("a@example.org");
    expect(messageOf({ SMTP_URL: mail.url })).toContain("SMTP_URL must be set together with MAIL_FROM");
  });

  it("treats an empty variable as not set", () => {
    const empty = Object.fromEntries(
      [...BAD.map(([name]) => name), "HOST", "DATA_DIR", "CHECKPOINT_DIR"].map((name) => [name, ""]),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  describe("of a secret that is read from a file", () => {
    const file = join(makeFolder(), "secret");

    it.each(["\n", "\r\n", " \n\n", ""])("uses the file's content without the white space at its end: %j", (end) => {
      writeFileSync(file, `${"x".repeat(32)}${end}`);
      expect(readConfig({ AUTH_SECRET_FILE: file }).authSecret).toBe("x".repeat(32));
    });

    it("reports the variable if the file is empty or unreadable, or if both variables are set", () => {
      writeFileSync(file, "\n");
      expect(messageOf({ AUTH_SECRET_FILE: file })).toContain(
        "\n  AUTH_SECRET_FILE must not be the path of an empty file",
      );
      expect(messageOf({ REDIS_URL_FILE: dirname(file) })).toContain(
        "\n  REDIS_URL_FILE must be the path of a readable file",
      );
      const twice = messageOf({ AUTH_SECRET: SECRET, AUTH_SECRET_FILE: file });
      expect(twice).toContain("\n  AUTH_SECRET_FILE must not be set together with AUTH_SECRET");
      expect(twice).not.toContain(SECRET);
    });

    it("reports the variable if the file's content is too short, without the content", () => {
      writeFileSync(file, SECRET);
      expect(messageOf({ AUTH_SECRET_FILE: file })).toContain("\n  AUTH_SECRET must have at least 32");
      expect(messageOf({ AUTH_SECRET_FILE: file })).not.toContain(SECRET);
    });
  });

  it("has a default for every variable", () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      host: "127.0.0.1",
      port: 3000,
      dataDir: resolve("data"),
      databasePooler: "none",
      consoleUrl: "http://localhost:3000",
      consoleUrlIsSet: false,
      oidc: undefined,
      model: { adapter: "pool", concurrency: 8, queue: 64, deadlineMs: 30_000 },
      candidate: undefined,
      rateLimitPerMinute: 600,
      trustedProxies: expect.any(BlockList),
      mcpHosts: [],
      checkpointDir: join(resolve("data"), "checkpoints"),
      logKeyFile: join(resolve("data"), "log-key.pem"),
      witnesses: [],
      mail: undefined,
      webhookAllowPrivate: false,
      logLevel: "info",
    });
  });

  it.each(VARIABLES)("describes %s", (name) => {
    expect(describeVariable(name).help).toMatch(/^.{10,}[^.]$/);
  });

  it("requires AUTH_SECRET in production with DATABASE_URL", () => {
    const production = { NODE_ENV: "production", DATABASE_URL: "postgres://localhost/gateway" };
    expect(messageOf(production)).toContain("AUTH_SECRET");
    expect(readConfig({ ...production, AUTH_SECRET: "x".repeat(32) }).production).toBe(true);
    expect(readConfig({ NODE_ENV: "production" }).production).toBe(true);
  });

  it("requires the URL of the adapter's model server and ignores the variables of other adapters", () => {
    expect(messageOf({ MODEL_ADAPTER: "http" })).toContain("\n  MODEL_URL ");
    const server = { MODEL_URL: "http://model:8000/v2/", MODEL_TOKEN: SECRET };
    expect(readConfig({ MODEL_ADAPTER: "http", ...server }).model).toMatchObject({
      adapter: "http",
      url: "http://model:8000/v2",
      token: SECRET,
    });
    expect(readConfig(server).model.adapter).toBe("pool");
  });

  it("requires the prices of input and output together", () => {
    const server = { MODEL_ADAPTER: "llm", MODEL_URL: "http://model:8000/v1/", MODEL_NAME: "a" };
    for (const part of [{ MODEL_PRICE_INPUT: "1" }, { MODEL_PRICE_OUTPUT: "1" }, { MODEL_PRICE_CACHED_INPUT: "1" }])
      expect(messageOf({ ...server, ...part })).toContain("\n  MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT must be set");
    const prices = { input: 2.5, cachedInput: 2.5, output: 10, currency: "USD" };
    const both = { MODEL_PRICE_INPUT: "2.5", MODEL_PRICE_OUTPUT: "10" };
    expect(readConfig({ ...server, ...both }).model).toMatchObject({ prices });
    expect(readConfig(server).model).toMatchObject({ prices: undefined });
  });

  it("requires the URL and the name of the adapter's language model", () => {
    const server = { MODEL_ADAPTER: "llm", MODEL_URL: "http://model:8000/v1/" };
    expect(messageOf({ MODEL_ADAPTER: "llm", MODEL_NAME: "a" })).toContain("\n  MODEL_URL ");
    expect(messageOf(server)).toContain("\n  MODEL_NAME ");
    const model = { adapter: "llm", url: "http://model:8000/v1", name: "a/model:7b" };
    expect(readConfig({ ...server, MODEL_NAME: model.name }).model).toMatchObject({
      ...model,
      method: "verbalised",
      timing: "server",
    });
    const other = { MODEL_NAME: model.name, MODEL_METHOD: "logprobs", MODEL_TIMING: "observed" };
    expect(readConfig({ ...server, ...other }).model).toMatchObject({ method: "logprobs", timing: "observed" });
  });

  it("knows the URLs of hosted providers, which report no times", () => {
    const hosted = { MODEL_ADAPTER: "llm", MODEL_PROVIDER: "anthropic", MODEL_NAME: "a" };
    expect(readConfig(hosted).model).toMatchObject({ url: "https://api.anthropic.com/v1", timing: "observed" });
    expect(messageOf({ ...hosted, MODEL_PROVIDER: "azure" })).toContain("\n  MODEL_URL ");
  });

  it.each([
    [{ HOST: "0.0.0.0", PORT: "80" }, "http://localhost"],
    [{ HOST: "::1" }, "http://localhost:3000"],
    [{ HOST: "2001:db8::1" }, "http://[2001:db8::1]:3000"],
    [{ HOST: "gateway.internal" }, "http://gateway.internal:3000"],
    [{ HOST: "0.0.0.0", CONSOLE_URL: "https://gateway.example/" }, "https://gateway.example"],
    [{ CONSOLE_URL: "HTTPS://Gateway.Example:443" }, "https://gateway.example"],
  ])("derives from %o that the console's URL is %s", (environment, consoleUrl) => {
    expect(readConfig(environment).consoleUrl).toBe(consoleUrl);
  });
});

describe("a URL with a password", () => {
  const URLS: readonly [name: string, write: (credentials: string) => string][] = [
    ["DATABASE_URL", (credentials) => `postgres://${credentials}@host/db`],
    ["REDIS_URL", (credentials) => `redis://${credentials}@host`],
    ["SMTP_URL", (credentials) => `smtp://${credentials}@host`],
    ["HTTP_PROXY", (credentials) => `http://${credentials}@host`],
    ["HTTPS_PROXY", (credentials) => `https://${credentials}@host`],
  ];

  /** Returns how libraries read the URL; the error message if it is refused. */
  function readCredentials(name: string, url: string) {
    try {
      readConfig({ [name]: url, MAIL_FROM: name === "SMTP_URL" ? "a@example.org" : "" });
    } catch (error) {
      return String(error);
    }
    if (name === "DATABASE_URL") return pick(new Client({ connectionString: url }));
    const { username, password } = new URL(url);
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  }

  const pick = ({ user, password }: Client) => ({ user, password });
  const text = (unit: "grapheme" | fc.Arbitrary<string>) => fc.string({ unit, minLength: 1 });

  it.each(URLS)("is read unchanged from %s if it is percent-encoded", (name, write) => {
    fc.assert(
      fc.property(text("grapheme"), text("grapheme"), (user, password) => {
        const url = write(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`);
        expect(readCredentials(name, url)).toEqual({ user, password });
      }),
    );
  });

  it.each(URLS)("is otherwise refused in %s without any part of it, or read unchanged", (name, write) => {
    // No message contains a part of these characters. None is a hexadecimal digit, which could follow a percent sign.
    const special = text(fc.constantFrom(..."QXZ@#/%?:\\[]&=+ <>^|{}$\"'\t\nß"));
    fc.assert(
      fc.property(special, (password) => {
        const read = readCredentials(name, write(`user:${password}`));
        if (typeof read !== "string") expect(read).toEqual({ user: "user", password });
        else expect(read).toMatch(new RegExp(`^Error: Invalid configuration:\n  ${name} .+$`));
        for (let at = 0; at + 4 <= password.length; at++)
          expect(read).not.toEqual(expect.stringContaining(password.slice(at, at + 4)));
      }),
    );
  });

  it("explains how to encode a password", () => {
    expect(messageOf({ DATABASE_URL: "postgres://app:p@ss#w%rd/1@host/db" })).toContain("@ is %40, # is %23, / is %2F");
  });
});

it.each([
  ["postgresql://app:x@/db?host=/cloudsql/p:r:i", { user: "app", host: "/cloudsql/p:r:i", database: "db" }],
  ["postgres://%2Fvar%2Frun%2Fpostgresql/db", { host: "/var/run/postgresql", database: "db" }],
  ["postgres://app:x@%2Fvar%2Frun/db", { user: "app", host: "/var/run", database: "db" }],
  ["postgres:///db?host=/var/run&user=app", { user: "app", host: "/var/run", database: "db" }],
  ["postgres://app:x@[::1]:5433/db", { user: "app", host: "::1", port: 5433, database: "db" }],
  ["postgres://app:x@host", { user: "app", host: "host", port: 5432, database: "app" }],
  ["postgres://app:x:y@host/db?sslmode=disable", { user: "app", password: "x:y", host: "host" }],
])("accepts %s as node-postgres reads it", (url, expected) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  expect(new Client({ connectionString: url })).toMatchObject(expected);
});

it.each([
  { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
  { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20QUJD==, x-tenant=a" },
  { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_SDK_DISABLED: "false" },
  { NO_PROXY: "*" },
  { NO_PROXY: "localhost .example.org,*.example.org, [::1]:80" },
  { HOST: "fe80::1" },
  { HTTPS_PROXY: "http://10.0.0.1:3128/" },
  { HTTPS_PROXY: "https://1.2:3@proxy1:3128/" },
  { REDIS_URL: "rediss://:secret@host:6380/1" },
  { MODEL_URL: "https://host/v1/" },
])("accepts %j", (environment) => {
  expect(() => readConfig(environment)).not.toThrow();
});
