import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { v7 as uuid } from "uuid";
import { readConfig } from "./config.ts";
import { refusal } from "./http/http-answer.ts";
import { nameClient } from "./http/name-client.ts";
import { send, servePredict } from "./http/node-door.ts";
import { pathOf } from "./http/path-of.ts";
import { refuseConnection } from "./http/refuse-connection.ts";
import { printWelcome } from "./members/print-welcome.ts";
import { theGateway } from "./wiring.ts";

/** The process: node:http, with `/v1/predict` answered here and everything else by Next. */

const DRAIN_MS = 15_000;
const IDLE_MS = 65_000;
const READ_MS = 10_000;
const MOST_SOCKETS = 4_096;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  const config = readConfig();
  const app = next({ dev: development, dir: config.root, hostname: config.host, port: config.port });
  // The database opens in its own thread while Next loads in this one.
  const [{ gateway, close }] = await Promise.all([theGateway(config), app.prepare()]);
  const { log } = gateway;
  const handleByNext = app.getRequestHandler();

  function route(request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request.url);
    if (path === "/v1/predict") {
      void servePredict(gateway, request, response);
      return;
    }
    const refused = refuse(request.method ?? "", path);
    if (refused !== undefined) {
      send(request, response, refused);
      return;
    }
    nameClient(request);
    handleByNext(request, response).catch((error) => {
      log.error({ detail: String(error) }, "Next failed");
      if (!response.headersSent) send(request, response, refusal(500, uuid(), "The console failed."));
    });
  }

  const server = createServer(
    { headersTimeout: READ_MS, requestTimeout: READ_MS, keepAliveTimeout: IDLE_MS, connectionsCheckingInterval: 1_000 },
    route,
  );
  server.maxConnections = MOST_SOCKETS;
  server.on("clientError", refuseConnection);
  server.on("connect", (_, socket) => socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n"));
  server.listen(config.port, config.host, () => printWelcome(config));

  let draining = false;
  async function drain(): Promise<void> {
    if (draining) return;
    draining = true;
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(late);
    await close();
    process.exit(0);
  }
  process.on("SIGTERM", drain);
  process.on("SIGINT", drain);
}

/** What is none of ours and none of Next's. */
function refuse(method: string, path: string | undefined) {
  if (!METHODS.has(method))
    return refusal(405, uuid(), "This method is not supported.", { Allow: [...METHODS].join(", ") });
  if (path === undefined) return refusal(400, uuid(), "The request's target is not an address of this service.");
  if (path === "/v1" || path.startsWith("/v1/")) {
    return refusal(404, uuid(), "There is one operation here: POST /v1/predict.");
  }
  return undefined;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
