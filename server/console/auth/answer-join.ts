import { describeError } from "#server/base/describe-error.ts";
import { GatewayError, isConsoleError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { redeemLink, redemption } from "#server/console/members/invitations.ts";
import { networkOf } from "./network-of.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

/** Maximum attempts per minute for each network, see `networkOf`. */
const ATTEMPTS = 20;

/** `POST /api/join`: redeems a one-time link and returns `{email}` for the sign-in that follows. */
export async function answerJoin(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "rateLimit" | "log" | "now">,
  request: Request,
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
  const body = redemption.safeParse(await request.json().catch(() => undefined));
  if (!body.success) {
    return refuseConsole(new GatewayError("BAD_REQUEST", { message: body.error.issues[0]?.message }));
  }
  try {
    const email = await redeemLink(gateway, body.data);
    return Response.json({ email }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (isConsoleError(error)) return refuseConsole(error);
    gateway.log.error({ detail: describeError(error) }, "could not redeem a one-time link");
    return refuseConsole(new GatewayError("INTERNAL_ERROR"));
  }
}
