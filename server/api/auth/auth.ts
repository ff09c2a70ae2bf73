import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { describeError } from "#server/describe-error.ts";
import { accounts, members, sessions, verifications } from "#server/infra/db/member-schema.ts";
import type { Database } from "#server/infra/db/open.ts";
import { allowedOrigins } from "./allowed-origins.ts";
import { judgeIdentity } from "./judge-identity.ts";
import { recordSignIn } from "./record-sign-in.ts";
import { requireEnabled } from "./require-enabled.ts";

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
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12 },
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
        const tells =
          path === "/sign-in/email" && typeof returned === "object" && returned !== null && "token" in returned;
        return tells ? { ...returned, token: undefined } : undefined;
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
