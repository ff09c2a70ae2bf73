import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

const NAME = "gateway.browser";
const YEAR_SECONDS = 365 * 24 * 3_600;

/**
 * Cookie that proves that a browser has signed in to an account before. The cookie grants no access. Failed sign-ins
 * from a known browser are counted separately.
 */
export function createKnownBrowsers(secret: string, secure: boolean) {
  const sign = (id: string, email: string) =>
    createHmac("sha256", secret).update(`known browser\n${id}\n${email.trim().toLowerCase()}`).digest("base64url");
  return {
    /** Returns the browser's id; undefined unless the cookie was issued for this account. */
    find(cookies: string | null, email: string): string | undefined {
      const value = new RegExp(`(?:^|;)\\s*${NAME}=([^;]*)`).exec(cookies ?? "")?.[1];
      const [id = "", signature = ""] = value?.split(".") ?? [];
      const expected = Buffer.from(sign(id, email));
      const presented = Buffer.from(signature);
      return presented.length === expected.length && timingSafeEqual(presented, expected) ? id : undefined;
    },
    /** Returns the `Set-Cookie` value for a browser that has just signed in. */
    cookieFor(email: string): string {
      const id = randomBytes(12).toString("base64url");
      const attributes = `Path=/api/auth; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      return `${NAME}=${id}.${sign(id, email)}; ${attributes}`;
    },
  };
}
