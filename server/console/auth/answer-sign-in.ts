import { z } from "zod";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";

const schema = z.object({ email: z.string() });

/** Signs in with e-mail address and password. Refuses without checking the password after too many failures. */
export async function answerSignIn(
  { auth, signInLimit, knownBrowsers }: Pick<ConsoleContext, "auth" | "signInLimit" | "knownBrowsers">,
  request: Request,
): Promise<Response> {
  const body = schema.safeParse(
    await request
      .clone()
      .json()
      .catch(() => undefined),
  );
  // better-auth rejects an invalid body without checking a password, so it does not count as an attempt.
  if (!body.success) return auth.handler(request);
  const { email } = body.data;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const browser = knownBrowsers.find(request.headers.get("cookie"), email);
  const { wait, succeed } = await signInLimit.begin({ email, address, browser });
  if (wait !== undefined) {
    const message = "Too many failed sign-ins. Wait, or use a browser that has signed in to this account before.";
    return refuseConsole(new GatewayError("RATE_LIMITED", { message, retryAfter: wait }));
  }
  const response = await auth.handler(request);
  if (!response.ok) return response;
  await succeed();
  if (browser === undefined) response.headers.append("set-cookie", knownBrowsers.cookieFor(email));
  return response;
}
