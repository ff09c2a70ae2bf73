import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { eq } from "drizzle-orm";
import { accounts, sessions } from "#server/db/member-schema.ts";
import { findToken, presentsToken } from "./find-token.ts";
import type { OpenIdContext } from "./open-id.ts";
import { renewSession } from "./renew-session.ts";

export interface OwnedSession {
  readonly memberId: string;
  /** The cookies with only this session cookie: the session that takes the slot is also the authenticated one. */
  readonly cookies: string;
}

/**
 * Finds the owner of a session or, with `takesToken`, of a personal token. Asks the OpenID provider if it must
 * confirm the member: this is the last step before the request gets a slot. Session and token may have ended: the result
 * determines the slots, and grants no access. Returns undefined unless this deployment has signed or issued what was
 * sent.
 */
export type FindOwner = (
  headers: Pick<IncomingHttpHeaders, "cookie" | "authorization">,
  takesToken: boolean,
) => Promise<OwnedSession | undefined>;

const MAX_CACHED = 10_000;

export async function createOwnerLookUp(gateway: OpenIdContext): Promise<FindOwner> {
  const { authCookies, secret } = await gateway.auth.$context;
  const { name } = authCookies.sessionToken;
  const isSession = (cookie: string) => cookie.trim().startsWith(`${name}=`);
  // A token always belongs to the same member. `renewSession` is called again at `dueAt`.
  const owners = new Map<string, { readonly memberId: string; readonly dueAt: Date }>();

  function readToken(cookie: string): string | undefined {
    const [, token, signature] = /="?([\w-]+)\.([\w%+/=-]+)/.exec(cookie) ?? [];
    if (token === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
    const presented = Buffer.from(signature.replaceAll(/%(2B|2F|3D)/gi, decodeURIComponent));
    return presented.length === expected.length && timingSafeEqual(presented, expected) ? token : undefined;
  }

  /** Returns the owner of a session token or of a personal token. `read` looks it up the first time. */
  async function ownerOf(
    token: string,
    read: () => Promise<string | undefined>,
    renew: (memberId: string) => Promise<Date>,
  ): Promise<string | undefined> {
    const known = owners.get(token);
    if (known !== undefined && known.dueAt > gateway.now()) return known.memberId;
    const memberId = known?.memberId ?? (await read());
    if (memberId === undefined) return undefined;
    const dueAt = await renew(memberId);
    if (owners.size >= MAX_CACHED) owners.clear();
    owners.set(token, { memberId, dueAt });
    return memberId;
  }

  return async ({ cookie: cookies = "", authorization }, takesToken) => {
    const { orm } = gateway.database;
    if (takesToken && presentsToken(authorization)) {
      const readMember = async () => (await findToken({ orm }, authorization))?.memberId;
      const memberId = await ownerOf(authorization, readMember, (id) => renewSession(gateway, eq(accounts.userId, id)));
      return memberId === undefined ? undefined : { memberId, cookies: "" };
    }
    const all = cookies.split(";");
    let token: string | undefined;
    const signed = all.filter(isSession).find((cookie) => {
      token = readToken(cookie);
      return token !== undefined;
    });
    if (token === undefined) return undefined;
    const sent = token;
    const { userId } = sessions;
    const readOwner = async () =>
      (await orm.select({ userId }).from(sessions).where(eq(sessions.token, sent)))[0]?.userId;
    const memberId = await ownerOf(sent, readOwner, () => renewSession(gateway, eq(sessions.token, sent)));
    if (memberId === undefined) return undefined;
    return { memberId, cookies: all.filter((cookie) => cookie === signed || !isSession(cookie)).join(";") };
  };
}
