import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { MIN_PASSWORD } from "#lib/domain/limits.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { Config } from "#server/config/read-config.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { accounts, members, sessions, verifications } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import { allowedOrigins } from "./allowed-origins.ts";

export type Auth = ReturnType<typeof createAuth>;

/**
 * Creates better-auth for the console: sign-in by password or OpenID provider, no open sign-up, HttpOnly cookies.
 * `findProvider` adds the OpenID provider later.
 */
export function createAuth(config: Config, database: Database, secret: string, log: Logger) {
  const options: BetterAuthOptions = {
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
      validateUserInfo: ({ user, source }) => judgeIdentity(database, user.id, source.oauth?.profile),
    },
    // Never store tokens of the OpenID provider.
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
      session: {
        create: {
          async before(session) {
            await requireEnabled(database, session.userId);
            // A client may send a header of many kilobytes.
            return { data: { ...session, userAgent: session.userAgent?.slice(0, MAX_USER_AGENT) } };
          },
          after: (session) => recordSignIn(database, session.userId),
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
  };
  return betterAuth(options);
}

const MAX_USER_AGENT = 500;
const TRIES = { window: 60, max: 20 };
const SIGN_IN = { "/sign-in/email": TRIES, "/sign-in/social": TRIES };
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

/**
 * Checks an identity from the OpenID provider. Returns an error code unless its address is verified and equals the
 * member's.
 */
async function judgeIdentity(
  database: Database,
  memberId: string | undefined,
  profile: Readonly<Record<string, unknown>> | undefined,
): Promise<{ readonly error: string } | undefined> {
  if (profile?.email_verified !== true) return { error: "email_not_verified" };
  if (memberId === undefined) return { error: "signup_disabled" };
  const [member] = await database.orm.select({ email: members.email }).from(members).where(eq(members.id, memberId));
  const matches = typeof profile.email === "string" && profile.email.toLowerCase() === member?.email;
  return matches ? undefined : { error: "email_does_not_match" };
}

/** Stores the time of the sign-in with the account, because sessions are deleted when they end. */
async function recordSignIn(database: Database, memberId: string): Promise<void> {
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
