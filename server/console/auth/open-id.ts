import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { TooLate, within } from "#server/base/within.ts";
import type { Config, OpenIdClient } from "#server/config/read-config.ts";
import type { Auth } from "./auth.ts";

/** Id of the OpenID provider in callback URLs and in the accounts table. */
export const OPEN_ID = "oidc";

const DISCOVERY_MS = 5_000;

/** Look-ups in flight, which concurrent sign-ins share. */
const finding = new WeakMap<Auth, Promise<void>>();

/**
 * Loads the OpenID provider's metadata at the first sign-in through the provider, so an unavailable provider blocks
 * neither startup nor password sign-in. Gives up after DISCOVERY_MS; the next sign-in through the provider tries again.
 */
export async function findProvider(auth: Auth, { oidc }: Config): Promise<void> {
  if (oidc === undefined) return;
  const { socialProviders } = await auth.$context;
  if (socialProviders.some(({ id }) => id === OPEN_ID)) return;
  const found = finding.get(auth) ?? discover(auth, oidc).finally(() => finding.delete(auth));
  finding.set(auth, found);
  await found;
}

async function discover(auth: Auth, oidc: OpenIdClient): Promise<void> {
  const context = await auth.$context;
  const { init } = genericOAuth({
    config: [
      {
        providerId: OPEN_ID,
        discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
        // With custom headers, better-auth refuses a redirect to another origin, which could supply other keys.
        discoveryHeaders: { accept: "application/json" },
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
        scopes: ["openid", "email", "profile"],
        pkce: true,
        requireIdTokenVerification: true,
        // better-auth would also accept user info alone. An empty subject fails the sign-in.
        accountSubject: ({ tokens, profile }) => (tokens.idToken ? (profile.sub ?? "") : ""),
        disableSignUp: true,
        mapProfileToUser: ({ email, email_verified }) => ({
          emailVerified: email_verified === true,
          // better-auth compares in lower case, in which some characters beyond ASCII equal ASCII letters.
          email: z.email().safeParse(email).data,
        }),
      },
    ],
  });
  try {
    context.socialProviders = (await within(DISCOVERY_MS, init(context))).context.socialProviders;
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
  }
}
