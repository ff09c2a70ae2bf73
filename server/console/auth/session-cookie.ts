import { createHmac, timingSafeEqual } from "node:crypto";
import type { Auth } from "./auth.ts";

/**
 * Returns a function that checks whether cookies contain a session token signed by this deployment. The check does not
 * query the database, so the session may have ended: a valid cookie alone grants no access.
 */
export async function createSessionCookieCheck(auth: Auth): Promise<(cookies: string | undefined) => boolean> {
  const { authCookies, secret } = await auth.$context;
  const name = authCookies.sessionToken.name.replaceAll(".", "\\.");
  const form = new RegExp(`(?:^|;)\\s*${name}="?([\\w-]+)\\.([\\w%+/=-]+)`);
  return (cookies) => {
    const [, token, signature] = form.exec(cookies ?? "") ?? [];
    if (token === undefined || signature === undefined) return false;
    const expected = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
    const presented = Buffer.from(signature.replaceAll(/%(2B|2F|3D)/gi, decodeURIComponent));
    return presented.length === expected.length && timingSafeEqual(presented, expected);
  };
}
