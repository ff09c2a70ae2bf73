import { z } from "zod";
import { routes, safeReturn } from "#lib/console/routes.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { freeWork } from "#server/limits/work.ts";
import { answerSignIn } from "./answer-sign-in.ts";
import { findProvider, OPEN_ID } from "./open-id.ts";
import { passOn } from "./pass-on.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

const SOCIAL = "/sign-in/social";
const CALLBACK = `/callback/${OPEN_ID}`;

const byOpenId = z
  .strictObject({ provider: z.literal(OPEN_ID), callbackURL: z.string().max(2_000).optional() })
  .transform(({ provider, callbackURL }) => {
    const to = safeReturn(callbackURL);
    return { provider, callbackURL: to, errorCallbackURL: routes.signIn(to) };
  });

/**
 * Handles `/api/auth/*`. better-auth performs the sign-in and sign-out with the parsed body. Its other endpoints are
 * not exposed: they reveal session tokens or bypass the audit log.
 */
export async function answerAuth(
  gateway: Pick<ConsoleContext, "config" | "auth" | "signInLimit" | "knownBrowsers">,
  request: Request,
  work = freeWork(request.signal),
): Promise<Response> {
  const { config, auth } = gateway;
  const refused = refuseForeignOrigin(config, request);
  if (refused !== undefined) return refused;
  const endpoint = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  if ([SOCIAL, CALLBACK].includes(endpoint) && config.oidc === undefined) return notFound();
  switch (endpoint) {
    case "/sign-in/email":
      return answerSignIn(gateway, request);
    case SOCIAL: {
      const sent = byOpenId.safeParse(await request.json().catch(() => undefined));
      if (!sent.success)
        return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(sent.error) }));
      return work.aside(async () => {
        await findProvider(auth, config);
        return auth.handler(passOn(request, sent.data));
      });
    }
    case CALLBACK:
      return work.aside(async () => {
        await findProvider(auth, config);
        return auth.handler(passOn(request));
      });
    case "/sign-out":
      return auth.handler(passOn(request));
    default:
      return notFound();
  }
}

function notFound(): Response {
  return refuseConsole(new GatewayError("NOT_FOUND", { message: "This URL does not exist." }));
}
