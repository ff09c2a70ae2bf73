import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { v7 as uuid } from "uuid";
import { readConfig } from "./config.ts";
import { refusal } from "./http/http-answer.ts";
import { nameClient } from "./http/name-client.ts";
import { send, servePredict } from "./http/node-door.ts";
import { pathOf } from "./http/path-of.ts";
import { refuseConnection, refuseTunnel } from "./http/refuse-connection.ts";
import { refuseOversized } from "./http/refuse-oversized.ts";
import { printWelcome } from "./members/print-welcome.ts";
import { theGateway } from "./wiring.ts";

/** The process: node:http, with `/v1/predict` answered here and everything else by Next. */

/** With what has to be closed after it, a stop takes at most 15 seconds. */
const DRAIN_MS = 13_000;
const IDLE_CHECK_MS = 50;
const IDLE_MS = 65_000;
const READ_MS = 10_000;
const MOST_SOCKETS = 4_096;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const NO_PAGE = /^\/(api|health|metrics|openapi\.json)(\/|$)/;

async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  // A stop that comes while we start is obeyed once we have: what is half open cannot be closed in good order.
  const stop = new Promise((resolve) => process.on("SIGTERM", resolve).on("SIGINT", resolve));
  const config = readConfig();
  const app = next({ dev: development, dir: config.root, hostname: config.host, port: config.port });
  // The database opens in its own thread while Next loads in this one.
  const [{ gateway, close }] = await Promise.all([theGateway(config), app.prepare()]);
  const { log } = gateway;
  const handleByNext = app.getRequestHandler();

  function route(request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request.url);
    const refused = refuse(request, path);
    if (refused !== undefined) {
      send(request, response, refused);
      return;
    }
    if (path === "/v1/predict") {
      void servePredict(gateway, request, response);
      return;
    }
    nameClient(request);
    // Next reads this header as a request for a page's data, whatever the address.
    if (NO_PAGE.test(path ?? "")) delete request.headers.rsc;
    handleByNext(request, response).catch((error) => {
      log.error({ detail: String(error) }, "Next failed");
      if (!response.headersSent) send(request, response, refusal(500, uuid(), "The console failed."));
    });
  }

  const server = createServer(
    {
      headersTimeout: READ_MS,
      requestTimeout: READ_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: 1_000,
      // Clients offer HTTP/2 by this header with ordinary requests. Next would take those, and never answer.
      shouldUpgradeCallback: () => development,
      // Refused by route() instead, which does it in JSON.
      requireHostHeader: false,
    },
    route,
  );
  server.maxConnections = MOST_SOCKETS;
  server.on("clientError", refuseConnection);
  server.on("connect", refuseTunnel);
  server.on("checkExpectation", route);
  server.listen(config.port, config.host);
  await once(server, "listening");
  printWelcome(config);

  await stop;
  await drain(server);
  await close();
  process.exit(0);
}

/** Accepts nothing more, and lets what runs finish. */
async function drain(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // A connection that is kept alive is idle, but open still, once its request has been answered.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(late);
  clearInterval(idle);
}

/** What is none of ours and none of Next's. */
function refuse(request: IncomingMessage, path: string | undefined) {
  const { method = "", headers, httpVersion } = request;
  if (headers.host === undefined && httpVersion !== "1.0") return refusal(400, uuid(), "The request names no Host.");
  if (path === "/v1/predict") return undefined;
  if (!METHODS.has(method))
    return refusal(405, uuid(), "This method is not supported.", { Allow: [...METHODS].join(", ") });
  if (path === undefined) return refusal(400, uuid(), "The request's target is not an address of this service.");
  if (path === "/v1" || path.startsWith("/v1/")) {
    return refusal(404, uuid(), "There is one operation here: POST /v1/predict.");
  }
  return refuseOversized(request, path);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
