import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readLimited } from "#server/console/http/read-limited.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { answerSignIn } from "./answer-sign-in.ts";
import { findProvider, OPEN_ID } from "./open-id.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

const BY_OPEN_ID: readonly string[] = ["/sign-in/social", `/callback/${OPEN_ID}`];

/** Only these better-auth endpoints are exposed. Others reveal session tokens or bypass the audit log. */
const OPEN: readonly string[] = ["/sign-in/email", "/sign-out", ...BY_OPEN_ID];

/** Handles `/api/auth/*`. better-auth performs the sign-in and sign-out. */
export async function answerAuth(
  gateway: Pick<ConsoleContext, "config" | "auth" | "signInLimit" | "knownBrowsers">,
  request: Request,
): Promise<Response> {
  const { config, auth } = gateway;
  const refused = refuseForeignOrigin(config, request);
  if (refused !== undefined) return refused;
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  if (!OPEN.includes(path)) {
    return refuseConsole(new GatewayError("NOT_FOUND", { message: "This URL does not exist." }));
  }
  if (BY_OPEN_ID.includes(path)) await findProvider(auth, config);
  const limited = await readLimited(request);
  if (limited instanceof Response) return limited;
  return path === "/sign-in/email" ? answerSignIn(gateway, limited) : auth.handler(limited);
}
