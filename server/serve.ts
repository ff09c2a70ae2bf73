import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { Slots } from "#lib/slots.ts";
import { isImport } from "#server/api/http/body-limit.ts";
import { nameClient } from "#server/api/http/client-address.ts";
import { drain, sayLast } from "#server/api/http/drain.ts";
import { measureEventLoopLag } from "#server/api/http/event-loop-lag.ts";
import { beginExchange } from "#server/api/http/exchanges.ts";
import { allowHalfClose } from "#server/api/http/half-close.ts";
import { limitConnections } from "#server/api/http/limit-connections.ts";
import { limitReadTime } from "#server/api/http/limit-read-time.ts";
import { continueIfExpected } from "#server/api/http/node-body.ts";
import { setPageHeaders } from "#server/api/http/page-headers.ts";
import { refuseConnection, refuseTunnel } from "#server/api/http/refuse-connection.ts";
import { refuseHead } from "#server/api/http/refuse-head.ts";
import { originForm, requestPath } from "#server/api/http/request-path.ts";
import { sendResponse } from "#server/api/http/send-response.ts";
import { createConsole } from "#server/api/http/serve-console.ts";
import { serveHealth } from "#server/api/http/serve-health.ts";
import { serveMetrics } from "#server/api/http/serve-metrics.ts";
import { createLoadShedder } from "#server/api/http/shed-load.ts";
import { printWelcome } from "#server/services/print-welcome.ts";
import { readConfig } from "./config.ts";
import { sharedGateway } from "./create-gateway.ts";
import { describeError, describeFailedStart } from "./describe-error.ts";
import { logConsole } from "./log-console.ts";

/** The process: node:http answers `/v1/predict` here and passes everything else to Next. */

const READ_MS = 10_000;
const MOST_SOCKETS = 4_096;
/** Connections that wait to be accepted; the kernel may allow fewer. */
const BACKLOG = 4_096;

const NO_PAGE = /^\/(api|health|metrics|openapi\.json|llms\.txt)(\/|$)/;

async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  // A stop signal during the start takes effect after it: a half-open database cannot be closed cleanly.
  const stop = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => resolve());
  });
  const config = readConfig();
  const app = next({ dev: development, dir: config.root, hostname: config.host, port: config.port });
  // Next blocks this thread, for seconds on a slow machine. PostgreSQL ends transactions that are idle for so long; the
  // embedded database opens in a thread of its own meanwhile.
  if (config.databaseUrl !== undefined) await sharedGateway(config);
  const [{ gateway, isFirstStart, endRequests, close }] = await Promise.all([sharedGateway(config), app.prepare()]);
  const { log } = gateway;
  if (!development) logConsole(log);
  if (config.metricsToken !== undefined) gateway.metrics.measureProcess();
  const shedder = createLoadShedder(measureEventLoopLag().now);
  const answerByNext = app.getRequestHandler();
  const serveConsole = createConsole({ handle: handleByNext, predictionsInFlight: shedder.inFlight, log });
  const open = new Slots<readonly [ServerResponse, IncomingMessage]>();
  let draining = false;

  /** Closes the connection if routing fails: nothing else would ever end such a request. */
  function answer(request: IncomingMessage, response: ServerResponse): void {
    try {
      route(request, response);
    } catch (error) {
      log.error({ detail: describeError(error) }, "a request was not understood");
      response.destroy();
    }
  }

  function route(request: IncomingMessage, response: ServerResponse): void {
    if (!beginExchange(request, response)) return;
    const slot = open.add([response, request]);
    response.once("close", () => open.remove(slot));
    if (draining) sayLast(response);
    const path = requestPath(request.url);
    if (!isImport(path)) limitReadTime(server, request, READ_MS);
    const refused = refuseHead(request, path);
    if (refused !== undefined) {
      // After the data that has arrived is read, so that a complete request does not cost its connection.
      queueMicrotask(() => sendResponse(request, response, refused));
      return;
    }
    if (serveHealth(gateway, request, response, path) || serveMetrics(gateway, request, response, path)) return;
    if (path === "/v1/predict") {
      void shedder.serve(gateway, request, response);
      return;
    }
    nameClient(request, config.trustedProxies);
    setPageHeaders(request, response, { consoleUrl: config.consoleUrl, development });
    // With this header Next answers any path with a page's data.
    if (NO_PAGE.test(path ?? "")) delete request.headers.rsc;
    if (development) void handleByNext(request, response);
    else void serveConsole(request, response, path ?? "");
  }

  function handleByNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Next would redirect to the host of an absolute target.
    request.url = originForm(request.url);
    continueIfExpected(request, response);
    return answerByNext(request, response);
  }

  const server = createServer(
    {
      headersTimeout: READ_MS,
      // limitReadTime() limits bodies.
      requestTimeout: 0,
      connectionsCheckingInterval: 1_000,
      // Clients offer HTTP/2 with this header on ordinary requests. Next would accept and never answer.
      shouldUpgradeCallback: () => development,
      // refuseHead() refuses it with a JSON error.
      requireHostHeader: false,
    },
    answer,
  );
  server.maxConnections = MOST_SOCKETS;
  limitConnections(server, { keepAliveMs: config.keepAliveMs });
  server.on("clientError", refuseConnection);
  server.on("connect", refuseTunnel);
  // A client that waits for `100 Continue` gets it when its body is read, or else the final answer at once.
  server.on("checkContinue", answer);
  server.on("checkExpectation", answer);
  allowHalfClose(server);
  server.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  await once(server, "listening");
  printWelcome(config, isFirstStart);

  await stop;
  draining = true;
  await drain({ server, open, drainMs: config.drainMs, endPredictions: endRequests });
  await close();
  process.exit(0);
}

main().catch((error) => {
  // Not through the console: the log buffers lines for a moment.
  process.stderr.write(`${describeFailedStart(error)}\n`);
  process.exit(1);
});
