import { type EventEmitter, once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import next from "next";
import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import { Slots } from "#lib/slots.ts";
import packageJson from "#package.json" with { type: "json" };
import { describeDefect, describeFailedStart, escapeUnprintable } from "#server/base/describe-error.ts";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { createOwnerLookUp } from "#server/console/auth/session-owner.ts";
import { nameClient } from "#server/console/http/client-address.ts";
import { MCP_PATH } from "#server/gateway/http/body-limit.ts";
import { beginExchange } from "#server/gateway/http/exchanges.ts";
import { headerValues } from "#server/gateway/http/header-values.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { continueIfExpected } from "#server/gateway/http/node-body.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";
import {
  allowHalfClose,
  drain,
  limitConnections,
  refuseConnection,
  refuseTunnel,
  SWEEP_MS,
  sayLast,
} from "./connections/limit-connections.ts";
import { refuseHead } from "./connections/refuse-head.ts";
import { originForm, requestPath } from "./connections/request-path.ts";
import { sharedGateway } from "./create-gateway.ts";
import { measureEventLoopLag } from "./event-loop-lag.ts";
import { setPageHeaders } from "./page-headers.ts";
import { openAddresses } from "./refuse-address.ts";
import { FIRST_RUN_FILE, readFirstRun } from "./seed-first-run.ts";
import { createConsole } from "./serve-console.ts";
import { serveHealth } from "./serve-health.ts";
import { serveMcp } from "./serve-mcp.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { openStaticFiles } from "./serve-static.ts";
import { createLoadShedder } from "./shed-load.ts";

/** The server process: answers `/v1/predict`, `/mcp`, health checks and metrics, and passes other paths to the console. */

const HEADERS_MS = 10_000;
/** MODEL_DEADLINE_MS plus this time is the limit for a response or the next part of a response. */
const ANSWER_MS = 60_000;
/** After an uncaught exception, the process exits after DRAIN_MS plus this time, even if its shutdown hangs. */
const LAST_STEPS_MS = 20_000;
const MAX_SOCKETS = 4_096;
/** Listen backlog; the kernel may allow fewer. */
const BACKLOG = 4_096;

async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  // A stop signal during startup takes effect after startup, because a half-open database cannot be closed cleanly.
  const stop = new Promise<0>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => resolve(0));
  });
  const config = readConfig();
  const app = next({ dev: development, dir: config.root, hostname: config.host, port: config.port });
  // app.prepare() blocks this thread, for seconds on a slow machine. PostgreSQL would end idle transactions meanwhile,
  // so it is opened first. The embedded database opens in its own thread in parallel.
  if (config.databaseUrl !== undefined) await sharedGateway(config);
  const [{ gateway, isFirstRun, endRequests, close }] = await Promise.all([sharedGateway(config), app.prepare()]);
  const { log } = gateway;
  if (!development) logConsole(log);
  if (config.metricsToken !== undefined) gateway.metrics.measureProcess();
  const shedder = createLoadShedder(measureEventLoopLag().now);
  const answerByNext = app.getRequestHandler();
  const serveStatic = openStaticFiles(config.root);
  const refuseAddress = openAddresses(development ? undefined : config.root, config.metricsToken);
  const serveConsole = createConsole(gateway, {
    answerByNext: handleByNext,
    findOwner: await createOwnerLookUp(gateway),
  });
  const open = new Slots<readonly [ServerResponse, IncomingMessage]>();
  let draining = false;

  function route(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    if (!beginExchange(request, response)) return;
    const slot = open.add([response, request]);
    response.once("close", () => open.remove(slot));
    // After an Upgrade header that is refused, node drops the following bytes, so the connection cannot be reused.
    if (draining || request.headers.upgrade !== undefined) sayLast(response);
    const path = requestPath(request.url);
    const refused = refuseHead(request, path);
    if (refused !== undefined) {
      // Deferred until received data is parsed, because answering an incomplete request closes the connection.
      queueMicrotask(() => sendResponse(request, response, refused));
      return;
    }
    if (serveHealth(gateway, request, response, path) || serveMetrics(gateway, request, response, path)) return;
    if (path === "/v1/predict") return shedder.serve(gateway, request, response);
    if (path === MCP_PATH) return shedder.serve(gateway, request, response, serveMcp);
    // Two Authorization headers are ambiguous and count as none. Next would use the first header.
    if (headerValues(request, "authorization").length > 1) delete request.headers.authorization;
    nameClient(request, config.trustedProxies);
    setPageHeaders(request, response, { consoleUrl: config.consoleUrl, development });
    if (!development && serveStatic(request, response, path)) return;
    const refusedAddress = refuseAddress(request, path);
    if (refusedAddress !== undefined) return queueMicrotask(() => sendResponse(request, response, refusedAddress));
    return serveConsole(request, response, path ?? "");
  }

  function handleByNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // If the target is absolute, Next would redirect to the host in it.
    request.url = originForm(request.url);
    continueIfExpected(request, response);
    return answerByNext(request, response);
  }

  const answer = answerSafely(route, log);
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      // Disabled, because limitConnections() limits bodies, with a different limit for imports.
      requestTimeout: 0,
      connectionsCheckingInterval: 1_000,
      // Some clients offer HTTP/2 with an Upgrade header. Next would accept the upgrade and never answer.
      shouldUpgradeCallback: () => development,
      // Disabled, because refuseHead() answers a missing Host header with a JSON error.
      requireHostHeader: false,
    },
    (request, response) => void answer(request, response),
  );
  server.maxConnections = MAX_SOCKETS;
  const sweep = limitConnections(server, {
    keepAliveMs: config.keepAliveMs,
    answerMs: config.model.deadlineMs + ANSWER_MS,
  });
  setInterval(sweep, SWEEP_MS).unref();
  server.on("clientError", refuseConnection);
  server.on("connect", refuseTunnel);
  // A client that waits for `100 Continue` gets it when its body is read; if refused, it gets only the final response.
  server.on("checkContinue", answer);
  server.on("checkExpectation", answer);
  allowHalfClose(server);
  server.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  await once(server, "listening");
  printWelcome(config, isFirstRun);

  const exitCode = await Promise.race([stop, ...(development ? [] : [watchDefects(log).then(() => 1)])]);
  if (exitCode !== 0) setTimeout(() => process.exit(exitCode), config.drainMs + LAST_STEPS_MS).unref();
  draining = true;
  await drain({ server, open, drainMs: config.drainMs, endPredictions: endRequests });
  await close();
  process.exit(exitCode);
}

main().catch((error) => {
  // Not through console.error(), which writes to the log: the log buffers lines, and the process exits now.
  process.stderr.write(`${describeFailedStart(error)}\n`);
  process.exit(1);
});

/**
 * Prints the console's address. After seeding, also prints the accounts and the API key. Later starts only print the
 * path of the file with these secrets, because process output is usually logged. A demo always prints them.
 */
function printWelcome(config: Config, isFirstRun: boolean): void {
  const { consoleUrl, dataDir, databaseUrl, production, demo: isDemo } = config;
  const ready = isDemo
    ? "The demo is ready. Its data is invented."
    : `The forecasting gateway ${packageJson.version} is ready.`;
  const lines = ["", `  ${ready}`, "", `  Console     ${consoleUrl}`];
  const firstRun = isFirstRun || isDemo ? readFirstRun(dataDir) : undefined;
  const file = join(dataDir, FIRST_RUN_FILE);
  if (firstRun !== undefined) {
    for (const [role, { email, password }] of Object.entries(firstRun.accounts)) {
      lines.push(`  ${role.padEnd(12)}${email}  ${password}`);
    }
    lines.push(
      `  API key     ${firstRun.api_key}`,
      "",
      isDemo
        ? `  These credentials are stored in ${file}.`
        : `  These credentials are printed only once. They are also stored in ${file}.`,
      "",
      "  Try it:",
      "",
      `  curl -s ${consoleUrl}/v1/predict -H 'Authorization: Bearer ${firstRun.api_key}' -d @examples/binary.json`,
    );
  } else if (existsSync(file)) {
    lines.push(`  Accounts    ${file}`);
  }
  if (databaseUrl !== undefined && !production) {
    lines.push("", "  NODE_ENV is not production: an empty PostgreSQL database gets example accounts and an API key.");
  }
  console.log(`${lines.join("\n")}\n`);
}

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Routes requests. Answers 500 if `route` throws, because otherwise the request would never get a response. */
export function answerSafely(route: Route, log: Logger): (...exchange: Parameters<Route>) => Promise<void> {
  return async (request, response) => {
    try {
      await route(request, response);
    } catch (error) {
      log.error({ detail: describeDefect(error) }, "a request was not answered");
      if (response.headersSent) response.destroy();
      else sendResponse(request, response, refusal(500, uuid(), ERRORS.INTERNAL_ERROR.cause));
    }
  };
}

/**
 * Resolves at the first uncaught exception: the process is then in an unknown state and must exit, but Next's own
 * handler would only log the exception. Unhandled rejections are only logged, because they are harmless: pages start
 * several queries at once, and rendering rejects when the client disconnects.
 */
export function watchDefects(log: Logger, source: EventEmitter = process): Promise<void> {
  return new Promise((resolve) => {
    source.on("uncaughtException", (error: unknown) => {
      log.fatal({ detail: describeDefect(error) }, "uncaught exception: the process is stopping");
      resolve();
    });
    source.on("unhandledRejection", (reason: unknown) => {
      log.error({ detail: describeDefect(reason) }, "unhandled promise rejection");
    });
  });
}

const MAX_TEXT = 2_000;
/** Matches Drizzle's error message, which contains the statement and its parameters. */
const FAILED_QUERY = /Failed query:.*/s;

/**
 * Redirects errors and warnings that libraries (mostly Next) print to the console to the log, on one line, without
 * statement parameters and control characters.
 */
export function logConsole(log: Logger, target: Pick<Console, "error" | "warn"> = console): void {
  for (const level of ["error", "warn"] as const) {
    target[level] = (...parts: unknown[]) => log[level]({ detail: parts.map(describePart).join(" ") }, "console");
  }
}

function describePart(part: unknown): string {
  if (typeof part !== "string") return describeDefect(part);
  return escapeUnprintable(part.replace(FAILED_QUERY, "Failed query").slice(0, MAX_TEXT));
}
