import type { z } from "zod";
import { routes } from "#lib/console/routes.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError, isConsoleError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import {
  openedLink,
  redeemLink,
  redeemSessionLink,
  redemption,
  requireLink,
} from "#server/console/members/invitations.ts";
import { freeWork, type Work } from "#server/limits/work.ts";
import { networkOf } from "./network-of.ts";
import { beginOpenId, type OpenIdContext } from "./open-id.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

/** Maximum attempts per minute for each network, see `networkOf`. */
const ATTEMPTS = 20;

/**
 * `POST /api/join`: redeems a one-time link. Returns `{email}` for the sign-in that follows, `{}` with a session, or the
 * `{url}` of the OpenID provider, which identifies the account to link.
 */
export async function answerJoin(
  gateway: OpenIdContext & Pick<ConsoleContext, "rateLimit">,
  request: Request,
  work = freeWork(request.signal),
): Promise<Response> {
  const refused = refuseForeignOrigin(gateway.config, request);
  if (refused !== undefined) return refused;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const { allowed, resetSeconds } = await gateway.rateLimit.count(`join:${networkOf(address)}`, ATTEMPTS);
  if (!allowed) {
    return refuseConsole(
      new GatewayError("RATE_LIMITED", {
        wholeMessage: `Too many attempts from your network address. Try again in ${resetSeconds} seconds.`,
        retryAfter: resetSeconds,
      }),
    );
  }
  try {
    return await redeem(gateway, request, work);
  } catch (error) {
    if (isConsoleError(error)) return refuseConsole(error);
    gateway.log.error({ detail: describeError(error) }, "could not redeem a one-time link");
    return refuseConsole(new GatewayError("INTERNAL_ERROR"));
  }
}

async function redeem(gateway: OpenIdContext, request: Request, work: Work): Promise<Response> {
  const { auth, config, database, now } = gateway;
  const sent: unknown = await request.json().catch(() => undefined);
  const { token } = parse(openedLink, sent);
  const { invitationId, purpose } = await requireLink(database.orm, token, now());
  if (purpose === "session") {
    const memberId = await redeemSessionLink(gateway, token);
    const { headers } = request;
    return await auth.api.openEmergencySession({ body: { memberId }, headers, asResponse: true });
  }
  if (config.signIn === "openid") {
    return work.aside(() => beginOpenId(gateway, request, routes.overview, routes.signIn(), { invitationId }));
  }
  const email = await redeemLink(gateway, parse(redemption, sent));
  return Response.json({ email }, { headers: { "cache-control": "no-store" } });
}

function parse<Value>(schema: z.ZodType<Value>, sent: unknown): Value {
  const { data, error } = schema.safeParse(sent);
  if (error !== undefined) throw new GatewayError("BAD_REQUEST", { message: error.issues[0]?.message });
  return data as Value;
}
