import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessions } from "#server/db/member-schema.ts";
import type { OpenIdContext } from "./open-id.ts";
import { renewSession } from "./renew-session.ts";

export interface OwnedSession {
  readonly memberId: string;
  /** The cookies with only this session cookie: the session that takes the slot is also the authenticated one. */
  readonly cookies: string;
}

/**
 * Finds the owner of a session, and renews the session if the OpenID provider must confirm it: this is the last step
 * before the request gets a slot. The session may have ended: the result determines the slots, and grants no access.
 * Returns undefined unless the cookies contain a session token that this deployment has signed.
 */
export type FindOwner = (cookies: string | undefined) => Promise<OwnedSession | undefined>;

const MAX_CACHED = 10_000;

export async function createOwnerLookUp(gateway: OpenIdContext): Promise<FindOwner> {
  const { authCookies, secret } = await gateway.auth.$context;
  const { name } = authCookies.sessionToken;
  const isSession = (cookie: string) => cookie.trim().startsWith(`${name}=`);
  // A token always belongs to the same member. A session by the OpenID provider is renewed at `dueAt`.
  const owners = new Map<string, { readonly memberId: string; readonly dueAt: Date | undefined }>();

  function readToken(cookie: string): string | undefined {
    const [, token, signature] = /="?([\w-]+)\.([\w%+/=-]+)/.exec(cookie) ?? [];
    if (token === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
    const presented = Buffer.from(signature.replaceAll(/%(2B|2F|3D)/gi, decodeURIComponent));
    return presented.length === expected.length && timingSafeEqual(presented, expected) ? token : undefined;
  }

  async function findOwnerOf(token: string): Promise<string | undefined> {
    const { userId } = sessions;
    const [session] = await gateway.database.orm.select({ userId }).from(sessions).where(eq(sessions.token, token));
    return session?.userId;
  }

  return async (cookies = "") => {
    const all = cookies.split(";");
    let token: string | undefined;
    const signed = all.filter(isSession).find((cookie) => {
      token = readToken(cookie);
      return token !== undefined;
    });
    if (token === undefined) return undefined;
    let owner = owners.get(token);
    if (owner === undefined || (owner.dueAt !== undefined && owner.dueAt <= gateway.now())) {
      const memberId = owner?.memberId ?? (await findOwnerOf(token));
      if (memberId === undefined) return undefined;
      owner = { memberId, dueAt: await renewSession(gateway, token) };
      if (owners.size >= MAX_CACHED) owners.clear();
      owners.set(token, owner);
    }
    const { memberId } = owner;
    return { memberId, cookies: all.filter((cookie) => cookie === signed || !isSession(cookie)).join(";") };
  };
}
