import { GatewayError } from "#server/base/errors.ts";
import type { Config } from "#server/config/read-config.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { allowedOrigins } from "./allowed-origins.ts";
import { presentsToken } from "./find-token.ts";

/** CSRF protection: returns a refusal if a change does not come from the console's origin, otherwise undefined. */
export function refuseForeignOrigin(config: Config, request: Request): Response | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  const origin = request.headers.get("origin");
  if (origin !== null && allowedOrigins(config).includes(origin)) return undefined;
  const message = `Send the header "Origin: ${config.consoleUrl}": changes are only accepted from the console's own address.`;
  return refuseConsole(new GatewayError("FORBIDDEN", { message }));
}

/** The same for addresses that accept personal tokens. No browser adds a token to a request of another site. */
export function refuseForeignCookie(config: Config, request: Request): Response | undefined {
  return presentsToken(request.headers.get("authorization")) ? undefined : refuseForeignOrigin(config, request);
}
