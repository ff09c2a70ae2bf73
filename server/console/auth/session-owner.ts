import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessions } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import type { Auth } from "./auth.ts";

export interface OwnedSession {
  readonly memberId: string;
  /** The cookies with only this session cookie: the session that takes the slot is also the authenticated one. */
  readonly cookies: string;
}

/**
 * Finds the owner of a session. The session may have ended: the result determines the slots, and grants no access.
 * Returns undefined unless the cookies contain a session token that this deployment has signed.
 */
export type FindOwner = (cookies: string | undefined) => Promise<OwnedSession | undefined>;

const MAX_CACHED = 10_000;

export async function createOwnerLookUp(auth: Auth, { orm }: Pick<Database, "orm">): Promise<FindOwner> {
  const { authCookies, secret } = await auth.$context;
  const { name } = authCookies.sessionToken;
  const isSession = (cookie: string) => cookie.trim().startsWith(`${name}=`);
  // A token always belongs to the same member.
  const owners = new Map<string, string>();

  function readToken(cookie: string): string | undefined {
    const [, token, signature] = /="?([\w-]+)\.([\w%+/=-]+)/.exec(cookie) ?? [];
    if (token === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
    const presented = Buffer.from(signature.replaceAll(/%(2B|2F|3D)/gi, decodeURIComponent));
    return presented.length === expected.length && timingSafeEqual(presented, expected) ? token : undefined;
  }

  return async (cookies = "") => {
    const all = cookies.split(";");
    let token: string | undefined;
    const signed = all.filter(isSession).find((cookie) => {
      token = readToken(cookie);
      return token !== undefined;
    });
    if (token === undefined) return undefined;
    let memberId = owners.get(token);
    if (memberId === undefined) {
      const [session] = await orm.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.token, token));
      if (session === undefined) return undefined;
      memberId = session.userId;
      if (owners.size >= MAX_CACHED) owners.clear();
      owners.set(token, memberId);
    }
    return { memberId, cookies: all.filter((cookie) => cookie === signed || !isSession(cookie)).join(";") };
  };
}
