import { v7 as uuid } from "uuid";
import { describeFailedStart } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { failure } from "#server/gateway/http/http-response.ts";
import { toWebResponse } from "#server/gateway/http/web-transport.ts";
import { sharedGateway } from "#server/process/create-gateway.ts";

type Handler<Params> = (gateway: ConsoleContext, request: Request, params: Params) => Promise<Response> | Response;

/**
 * A Next route handler that answers with the gateway of this process. Under plain `next start` a request may come before
 * the gateway could start: it gets a 503, the reason is logged, and the next request tries again.
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

/** The same handler for every method: the whole module of a route. */
export function forEveryMethod<Route>(route: Route) {
  return { DELETE: route, GET: route, HEAD: route, OPTIONS: route, PATCH: route, POST: route, PUT: route };
}
