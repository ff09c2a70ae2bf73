import { writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { dirname, join, resolve } from "node:path";
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
  ["PORT", " 3000"],
  ["HEALTH_PORT", "0"],
  ["HEALTH_PORT", SECRET],
  ["DATABASE_URL", `mysql://user:${SECRET}@host/db`],
  ["DATABASE_URL", `postgres://user:${SECRET}@host:port/db`],
  ["REDIS_URL", `http://:${SECRET}@host`],
  ["REDIS_URL", `redis://:${SECRET}@host:port`],
  ["DATABASE_TIMEOUT_MS", "999"],
  ["REDIS_TIMEOUT_MS", "0"],
  ["CONSOLE_URL", `ftp://${SECRET}`],
  ["CONSOLE_URL", SECRET],
  ["CONSOLE_URL", `javascript:${SECRET}`],
  ["AUTH_SECRET", SECRET],
  ["GATEWAY_API_KEY", SECRET],
  ["GATEWAY_API_KEY", `${SECRET} with white space`],
  ["METRICS_TOKEN", SECRET],
  ["AUTH_SECRET_FILE", `/nowhere/${SECRET}`],
  ["MODEL_ADAPTER", SECRET],
  ["MODEL_URL", SECRET],
  ["MODEL_URL", `ftp://${SECRET}/`],
  ["MODEL_URL", `http://${SECRET}@host/`],
  ["MODEL_URL", `http://user:${SECRET}@host/`],
  ["MODEL_URL", `http://host/?key=${SECRET}`],
  ["MODEL_URL", `http://host/#${SECRET}`],
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
  ["MODEL_BLEND", SECRET],
  ["MODEL_BLEND", "1.01"],
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
  ["OIDC_CLIENT_ID", SECRET],
  ["OIDC_CLIENT_SECRET", SECRET],
  ["DATABASE_POOLER", SECRET],
  ["REQUEST_CACHE_MIB", SECRET],
  ["DRAIN_MS", "-1"],
  ["KEEP_ALIVE_MS", "1999"],
  ["TRUSTED_PROXIES", SECRET],
  ["WITNESSES", `witness.example/w+0123abcd+${SECRET}`],
  ["CHECKPOINT_S3_URL", `s3://${SECRET}/bucket`],
  ["CHECKPOINT_S3_URL", `https://${SECRET}`],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", SECRET],
  ["OTEL_LOGS_EXPORTER", "console"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["OTEL_TRACES_SAMPLER_ARG", SECRET],
  ["WEBHOOK_ALLOW_PRIVATE", SECRET],
  ["WEBHOOK_PROXY", SECRET],
  ["HTTP_PROXY", `socks5://user:${SECRET}@proxy:1080`],
  ["HTTPS_PROXY", SECRET],
  ["HTTPS_PROXY", `http://user:${SECRET}@proxy:port`],
  ["HTTPS_PROXY", `http://user:${SECRET}%@proxy:3128`],
  ["NO_PROXY", `localhost, ${SECRET}/8`],
  ["SMTP_URL", SECRET],
  ["SMTP_URL", `http://${SECRET}@host`],
  ["SMTP_URL", `smtp://user:${SECRET}@host:port`],
  ["SMTP_URL", `smtp://user:${SECRET}@host`],
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

  it("validates every variable except names, texts and paths", () => {
    const free = ["NODE_ENV", "HOST", "DATA_DIR", "CHECKPOINT_DIR", "LOG_KEY_FILE", "CHECKPOINT_S3_REGION"];
    const paths = ["MODEL_PROMPT_FILE", "MODEL_CALIBRATION_FILE"];
    const ruled = new Set(BAD.map(([name]) => name));
    const names = VARIABLES.map((name) => name.replace(/^CANDIDATE_MODEL_/, "MODEL_"));
    expect(names.filter((name) => !ruled.has(name) && ![...free, ...paths].includes(name))).toEqual([]);
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

    it.each(["\n", "\r\n", ""])("uses the file's content without its final line break: %j", (end) => {
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

  it("knows the URLs of hosted providers, which report no times, and names the successor of the adapter openai", () => {
    const hosted = { MODEL_ADAPTER: "llm", MODEL_PROVIDER: "anthropic", MODEL_NAME: "a" };
    expect(readConfig(hosted).model).toMatchObject({ url: "https://api.anthropic.com/v1", timing: "observed" });
    expect(messageOf({ ...hosted, MODEL_PROVIDER: "azure" })).toContain("\n  MODEL_URL ");
    expect(messageOf({ MODEL_ADAPTER: "openai" })).toContain("MODEL_ADAPTER no longer accepts openai: set llm");
  });

  it.each([
    [{ HOST: "0.0.0.0", PORT: "80" }, "http://localhost:80"],
    [{ HOST: "::1" }, "http://localhost:3000"],
    [{ HOST: "2001:db8::1" }, "http://[2001:db8::1]:3000"],
    [{ HOST: "gateway.internal" }, "http://gateway.internal:3000"],
    [{ HOST: "0.0.0.0", CONSOLE_URL: "https://gateway.example/" }, "https://gateway.example"],
  ])("derives from %o that the console's URL is %s", (environment, consoleUrl) => {
    expect(readConfig(environment).consoleUrl).toBe(consoleUrl);
  });
});
