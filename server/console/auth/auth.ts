import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthEndpoint, createAuthMiddleware, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { symmetricEncrypt } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { MIN_PASSWORD } from "#lib/domain/limits.ts";
import { CONFIRMED_MINUTES, EMERGENCY_MINUTES } from "#lib/domain/open-id.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { OPEN_ID } from "#server/console/members/accounts.ts";
import { handOverKeys } from "#server/console/members/hand-over-keys.ts";
import { accounts, members, sessions, verifications } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import { allowedOrigins } from "./allowed-origins.ts";

export type Auth = ReturnType<typeof createAuth>;

/**
 * Creates better-auth for the console: sign-in by password or OpenID provider, no open sign-up, HttpOnly cookies.
 * `findProvider` adds the OpenID provider later.
 */
export function createAuth(
  { config, database, log, now }: Pick<ConsoleContext, "config" | "database" | "log" | "now">,
  secret: string,
) {
  const options = {
    appName: "Forecasting gateway",
    baseURL: config.consoleUrl,
    basePath: "/api/auth",
    secret,
    trustedOrigins: allowedOrigins(config),
    telemetry: { enabled: false },
    database: drizzleAdapter(database.orm, {
      provider: "pg",
      schema: { user: members, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: MIN_PASSWORD },
    user: {
      additionalFields: {
        role: { type: "string", input: false, required: false },
        personAddress: { type: "string", input: false, required: true, returned: false },
      },
    },
    session: {
      additionalFields: {
        accountId: { type: "string", input: false, required: false, returned: false },
        validUntil: { type: "date", input: false, required: false, returned: false },
      },
    },
    // The refresh token renews sessions. The ID token identifies the session to end at the provider.
    account: { encryptOAuthTokens: true },
    databaseHooks: {
      account: {
        update: {
          async before({ idToken: data, ...account }) {
            const encrypted = data ? { idToken: await symmetricEncrypt({ key: secret, data }) } : {};
            return { data: { ...account, ...encrypted, accessToken: null, accessTokenExpiresAt: null } };
          },
        },
      },
      session: {
        create: {
          async before(session, context) {
            await requireEnabled(database, session.userId);
            const limits = await limitSession(database, now(), session.userId, context?.path);
            // A client may send a header of many kilobytes.
            return { data: { ...session, ...limits, userAgent: session.userAgent?.slice(0, MAX_USER_AGENT) } };
          },
          after: (session) => recordSignIn(database, now, session.userId),
        },
      },
    },
    hooks: {
      after: createAuthMiddleware(async ({ path, context: { returned } }) => {
        // Remove the session token from the body: it belongs in the HttpOnly cookie, where scripts cannot read it.
        const isSafe =
          path === "/sign-in/email" && typeof returned === "object" && returned !== null && "token" in returned;
        return isSafe ? { ...returned, token: undefined } : undefined;
      }),
    },
    onAPIError: {
      errorURL: `${config.consoleUrl}/sign-in`,
      onError(error) {
        if (!isAPIError(error)) log.error({ detail: describeError(error) }, "better-auth failed unexpectedly");
      },
    },
    rateLimit: { enabled: true, storage: "memory", window: 60, max: 600, customRules: SIGN_IN },
    advanced: {
      cookiePrefix: "gateway",
      // By default, better-auth checks no origins if TEST is set or NODE_ENV is "test".
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    // Warnings, because any caller can cause them, for example with an invalid callback. onAPIError logs failures.
    logger: { level: "error", log: (_level, message) => log.warn({ detail: message }, "better-auth logged an error") },
    plugins: [{ id: "emergency", endpoints: { openEmergencySession } }],
  } satisfies BetterAuthOptions;
  return betterAuth(options);
}

/** Opens a session for a member who has redeemed a one-time link. Only the server can call it. */
const openEmergencySession = createAuthEndpoint(
  "/emergency",
  { method: "POST", body: z.object({ memberId: z.string() }), metadata: { SERVER_ONLY: true } },
  async (ctx) => {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(ctx.body.memberId);
    if (user === null) throw new APIError("NOT_FOUND");
    await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user });
    return ctx.json({});
  },
);

/** Returns the fields that limit a session, which depend on the endpoint that opens it. */
async function limitSession({ orm }: Database, now: Date, memberId: string, path: string | undefined) {
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  if (path === openEmergencySession.path) return { validUntil: after(EMERGENCY_MINUTES) };
  if (path === undefined || !path.startsWith("/callback/")) return {};
  const [account] = await orm
    .update(accounts)
    .set({ validUntil: after(CONFIRMED_MINUTES) })
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, OPEN_ID)))
    .returning({ id: accounts.id });
  return { accountId: account?.id };
}

const MAX_USER_AGENT = 500;
const TRIES = { window: 60, max: 20 };
const SIGN_IN = { "/sign-in/email": TRIES, "/sign-in/social": TRIES };

/** Stores the time of the sign-in with the account, because sessions are deleted when they end. */
async function recordSignIn(database: Database, now: () => Date, memberId: string): Promise<void> {
  await handOverKeys({ now }, database.orm, memberId, false);
  await database.orm.update(accounts).set({ updatedAt: sql`now()` }).where(eq(accounts.userId, memberId));
}

async function requireEnabled(database: Database, memberId: string): Promise<void> {
  const [member] = await database.orm
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.disabledAt)));
  if (member !== undefined) return;
  throw new APIError("FORBIDDEN", { code: "MEMBER_DISABLED", message: "This account is disabled." });
}
