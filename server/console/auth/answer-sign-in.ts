import { z } from "zod";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { passOn } from "./pass-on.ts";

const schema = z.object({ email: z.string().transform((text) => text.trim().toLowerCase()), password: z.string() });

/**
 * Signs in with e-mail address and password, as JSON of any media type. Every request, including a malformed one,
 * counts as failed until it has succeeded. After too many failures, no password is checked. better-auth gets only the
 * parsed fields, so it cannot check the password of an account other than the counted one.
 */
export async function answerSignIn(
  { auth, signInLimit, knownBrowsers }: Pick<ConsoleContext, "auth" | "signInLimit" | "knownBrowsers">,
  request: Request,
): Promise<Response> {
  const { data: sent } = schema.safeParse(await request.json().catch(() => undefined));
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const browser = sent && knownBrowsers.find(request.headers.get("cookie"), sent.email);
  const { wait, succeed } = await signInLimit.begin({ email: sent?.email, address, browser });
  if (wait !== undefined) {
    const message = "Too many failed sign-ins. Wait, or use a browser that has signed in to this account before.";
    return refuseConsole(new GatewayError("RATE_LIMITED", { wholeMessage: message, retryAfter: wait }));
  }
  if (sent === undefined) {
    const message = "Send the e-mail address and the password as JSON.";
    return refuseConsole(new GatewayError("BAD_REQUEST", { message }));
  }
  const response = await auth.handler(passOn(request, sent));
  if (!response.ok) return response;
  await succeed();
  if (browser === undefined) response.headers.append("set-cookie", knownBrowsers.cookieFor(sent.email));
  return response;
}
