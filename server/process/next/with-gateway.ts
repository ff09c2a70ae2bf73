import { v7 as uuid } from "uuid";
import { describeFailedStart } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { failure } from "#server/gateway/http/http-response.ts";
import { toWebResponse } from "#server/gateway/http/web-transport.ts";
import { sharedGateway } from "#server/process/create-gateway.ts";

type Handler<Params> = (gateway: ConsoleContext, request: Request, params: Params) => Promise<Response> | Response;

/**
 * Returns a Next route handler that uses the gateway of this process. Under plain `next start`, the first request
 * starts the gateway. If this fails, the request gets 503, the reason is logged, and the next request tries again.
 */
export function withGateway<Params>(handler: Handler<Params>) {
  return async (request: Request, { params }: { readonly params: Promise<Params> }): Promise<Response> => {
    let gateway: ConsoleContext;
    try {
      ({ gateway } = await sharedGateway());
    } catch (error) {
      console.error(`The gateway could not start: ${describeFailedStart(error)}`);
      const refused = failure(new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5 }), uuid(), {});
      return toWebResponse(refused, request.method);
    }
    return handler(gateway, request, await params);
  };
}

/** Returns the exports of a route module that has the same handler for every method. */
export function forEveryMethod<Route>(route: Route) {
  return { DELETE: route, GET: route, HEAD: route, OPTIONS: route, PATCH: route, POST: route, PUT: route };
}
