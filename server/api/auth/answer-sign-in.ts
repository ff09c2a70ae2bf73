import { z } from "zod";
import type { RunningGateway } from "#server/create-gateway.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";

const schema = z.object({ email: z.string() });

/** A sign-in by e-mail and password, whose whole body has been read: refused without a look at it after too many. */
export async function answerSignIn(
  { auth, gateway: { signInLimit, knownBrowsers } }: RunningGateway,
  request: Request,
): Promise<Response> {
  const body = schema.safeParse(
    await request
      .clone()
      .json()
      .catch(() => undefined),
  );
  // Not an attempt on any account: what is wrong with it is said without a look at a password.
  if (!body.success) return auth.handler(request);
  const { email } = body.data;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const browser = knownBrowsers.find(request.headers.get("cookie"), email);
  const { wait, succeed } = await signInLimit.begin({ email, address, browser });
  if (wait !== undefined) {
    const message = "Too many failed sign-ins. Wait, or sign in from a browser that has been used for this account.";
    const headers = { "cache-control": "no-store", "retry-after": String(wait) };
    return Response.json({ error: { code: "RATE_LIMITED", message } }, { status: 429, headers });
  }
  const response = await auth.handler(request);
  if (!response.ok) return response;
  await succeed();
  if (browser === undefined) response.headers.append("set-cookie", knownBrowsers.cookieFor(email));
  return response;
}
