import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { LEAST_PASSWORD } from "#lib/console/fields.ts";
import type { Config } from "#server/config.ts";
import { describeError } from "#server/describe-error.ts";
import { accounts, members, sessions, verifications } from "#server/infra/db/member-schema.ts";
import type { Database } from "#server/infra/db/open.ts";
import { allowedOrigins } from "./allowed-origins.ts";

export type Auth = ReturnType<typeof createAuth>;

/** The header in which main.ts names the caller's address, whatever the caller itself may have sent. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/**
 * Sessions of the console: e-mail and password or an OpenID provider, closed sign-up, cookies that only the server
 * reads. The provider itself is found when somebody first signs in by it.
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
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: LEAST_PASSWORD },
    user: {
      additionalFields: {
        role: { type: "string", input: false, required: false },
        personAddress: { type: "string", input: false, required: true, returned: false },
      },
      validateUserInfo: ({ user, source }) => judgeIdentity(database, user.id, source.oauth?.profile),
    },
    // What a provider hands out is used once and not kept.
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
      session: {
        create: {
          before: (session) => requireEnabled(database, session.userId),
          after: (session) => recordSignIn(database, session.userId),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        // A provider's token comes by the way that we began, with a nonce of ours, or not at all.
        if (path === "/sign-in/social" && body?.idToken !== undefined) throw new APIError("BAD_REQUEST");
      }),
      after: createAuthMiddleware(async ({ path, context: { returned } }) => {
        // The cookie has the session's token, for the browser alone; a page's script does not need it.
        const isSafe =
          path === "/sign-in/email" && typeof returned === "object" && returned !== null && "token" in returned;
        return isSafe ? { ...returned, token: undefined } : undefined;
      }),
    },
    onAPIError: {
      errorURL: `${config.consoleUrl}/sign-in`,
      onError(error) {
        if (!isAPIError(error)) log.error({ detail: describeError(error) }, "sign-in failed");
      },
    },
    rateLimit: { enabled: true, storage: "memory", window: 60, max: 600, customRules: SIGN_IN },
    advanced: {
      cookiePrefix: "gateway",
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: { level: "error", log: (_level, message) => log.error({ detail: message }, "sign-in") },
  };
  return betterAuth(options);
}

const TRIES = { window: 60, max: 20 };
const SIGN_IN = { "/sign-in/email": TRIES, "/sign-in/social": TRIES };
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

/**
 * Whom an OpenID provider says that it has before it: a member with this very address, which the provider has verified,
 * at every sign-in anew. Answers why not, or nothing.
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

/** Notes when a member last signed in: a session is gone with its end. */
async function recordSignIn(database: Database, memberId: string): Promise<void> {
  await database.orm.update(accounts).set({ updatedAt: sql`now()` }).where(eq(accounts.userId, memberId));
}

/** Before a session is made, by whichever way: a disabled member gets none. */
async function requireEnabled(database: Database, memberId: string): Promise<void> {
  const [member] = await database.orm
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.disabledAt)));
  if (member !== undefined) return;
  throw new APIError("FORBIDDEN", { code: "MEMBER_DISABLED", message: "This account is disabled." });
}
