import { refuseConsole } from "#server/api/http/refuse-console.ts";
import type { Config } from "#server/config.ts";
import { GatewayError } from "#server/errors.ts";
import { allowedOrigins } from "./allowed-origins.ts";

/**
 * A request that may change something must say that it comes from the console: another site's page could otherwise use
 * the session in the reader's browser. Answers the refusal, or undefined.
 */
export function refuseForeignOrigin(config: Config, request: Request): Response | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  const origin = request.headers.get("origin");
  if (origin !== null && allowedOrigins(config).includes(origin)) return undefined;
  const message = `Send the header "Origin: ${new URL(config.consoleUrl).origin}": changes are only accepted from the console's own address.`;
  return refuseConsole(new GatewayError("FORBIDDEN", { message }));
}
