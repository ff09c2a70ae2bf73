import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/db/open.ts";
import { accounts, members, sessions, verifications } from "#server/db/schema.ts";
import { allowedOrigins } from "./allowed-origins.ts";

export type Auth = ReturnType<typeof createAuth>;

/** The header in which main.ts names the caller's address, whatever the caller itself may have sent. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Sessions of the console: e-mail and password, closed sign-up, cookies that only the server reads. */
export function createAuth(config: Config, database: Database, secret: string) {
  return betterAuth({
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
    user: { additionalFields: { role: { type: "string", input: false, required: false } } },
    rateLimit: { enabled: true, storage: "memory", window: 60, max: 600, customRules: SIGN_IN },
    advanced: {
      cookiePrefix: "gateway",
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: { level: "error" },
  });
}

const SIGN_IN = { "/sign-in/email": { window: 60, max: 20 } };
