import { z } from "zod";
import { routes, safeReturn } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { OPEN_ID } from "#server/console/members/accounts.ts";
import { freeWork } from "#server/limits/work.ts";
import { answerSignIn } from "./answer-sign-in.ts";
import { findMember } from "./find-member.ts";
import { beginOpenId, findProvider, type OpenIdContext } from "./open-id.ts";
import { passOn } from "./pass-on.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

/** `test`: shows what the sign-in would do instead of signing in. */
const byOpenId = z.strictObject({
  provider: z.literal(OPEN_ID),
  callbackURL: z.string().max(2_000).optional(),
  test: z.literal(true).optional(),
});

/**
 * Handles `/api/auth/*`. better-auth performs the sign-in and sign-out with the parsed body. Its other endpoints are
 * not exposed: they reveal session tokens or bypass the audit log.
 */
export async function answerAuth(
  gateway: OpenIdContext & Pick<ConsoleContext, "signInLimit" | "knownBrowsers">,
  request: Request,
  work = freeWork(request.signal),
): Promise<Response> {
  const { config, auth } = gateway;
  const refused = refuseForeignOrigin(config, request);
  if (refused !== undefined) return refused;
  const endpoint = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  if (endpoint === "/sign-out") {
    // The response names the URL that ends the session at the provider.
    const body = { callbackURL: routes.signIn(), disableRedirect: true };
    await work.aside(() => findProvider(gateway));
    return auth.handler(passOn(request, body));
  }
  if (endpoint === "/sign-in/email" && config.signIn === "both") return answerSignIn(gateway, request);
  if (endpoint === "/sign-in/social" && config.oidc !== undefined) {
    const sent = byOpenId.safeParse(await request.json().catch(() => undefined));
    if (!sent.success) return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(sent.error) }));
    const to = safeReturn(sent.data.callbackURL);
    if (sent.data.test === undefined) return work.aside(() => beginOpenId(gateway, request, to, routes.signIn(to)));
    const member = await findMember(gateway, request.headers);
    if (member === undefined || !isPermitted(member, "administer"))
      return refuseConsole(new GatewayError("FORBIDDEN", { message: "Only an administrator can test the provider." }));
    const { signInSettings } = routes;
    return work.aside(() => beginOpenId(gateway, request, to, signInSettings, { testedBy: member.id }));
  }
  if (endpoint === `/callback/${OPEN_ID}` && config.oidc !== undefined)
    return work.aside(async () => {
      await findProvider(gateway);
      return auth.handler(passOn(request));
    });
  return refuseConsole(new GatewayError("NOT_FOUND", { message: "This URL does not exist." }));
}
