import { APIError, getOAuthState } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { decodeJwt, jwtVerify } from "jose";
import { routes } from "#lib/console/routes.ts";
import type { Claims } from "#lib/domain/open-id.ts";
import { TooLate, within } from "#server/base/within.ts";
import type { OpenIdClient } from "#server/config/read-config.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { OPEN_ID } from "#server/console/members/accounts.ts";
import { accountOf, admitIdentity, refusalOf } from "./admit-identity.ts";
import type { Auth } from "./auth.ts";
import { passOn } from "./pass-on.ts";
import { testSignIn } from "./show-sign-in.ts";

const PROVIDER_MS = 5_000;
/** Difference between the clocks of the provider and the gateway. */
const CLOCK_SKEW_SECONDS = 60;
const REQUIRED = ["iss", "sub", "aud", "exp", "iat"];
/** Google issues refresh tokens only for these parameters of its own. */
const GOOGLE = { accessType: "offline", prompt: "consent" } as const;

export type OpenIdContext = Pick<ConsoleContext, "auth" | "config" | "database" | "events" | "log" | "now">;

type SocialProvider = Awaited<Auth["$context"]>["socialProviders"][number];
type Tokens = Parameters<SocialProvider["getUserInfo"]>[0];

export interface OpenIdProvider {
  readonly issuer: string;
  /** Returns the verified claims, undefined if the tokens are invalid. */
  readClaims(tokens: Tokens): Promise<Claims | undefined>;
  /** Rejects with `{ error: "invalid_grant" }` if the provider no longer accepts the token. */
  refresh(refreshToken: string): Promise<Tokens>;
}

/** Providers found and look-ups in flight, which concurrent sign-ins share. */
const providers = new WeakMap<OpenIdClient, Promise<OpenIdProvider | undefined>>();

/**
 * Loads the OpenID provider's metadata at its first use, so an unavailable provider blocks neither startup nor other
 * sign-ins. Returns undefined after PROVIDER_MS; the next use tries again.
 */
export function findProvider(gateway: OpenIdContext): Promise<OpenIdProvider | undefined> {
  const { oidc } = gateway.config;
  if (oidc === undefined) return Promise.resolve(undefined);
  const known = providers.get(oidc);
  if (known !== undefined) return known;
  const found = discover(gateway, oidc).catch((error) => {
    if (!(error instanceof TooLate)) throw error;
    return undefined;
  });
  providers.set(oidc, found);
  const forget = () => providers.delete(oidc);
  found.then((provider) => provider ?? forget(), forget);
  return found;
}

async function discover(gateway: OpenIdContext, oidc: OpenIdClient): Promise<OpenIdProvider | undefined> {
  const context = await gateway.auth.$context;
  const { init } = genericOAuth({
    config: [
      {
        providerId: OPEN_ID,
        discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
        // With custom headers, better-auth refuses a redirect to another origin, which could supply other keys.
        discoveryHeaders: { accept: "application/json" },
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
        scopes: [...gateway.config.oidcScopes],
        ...(oidc.issuer === "https://accounts.google.com" && GOOGLE),
        pkce: true,
        requireIdTokenVerification: true,
        // better-auth would also accept user info alone. An empty subject fails the sign-in.
        accountSubject: ({ tokens, profile }) => (tokens.idToken ? accountOf(profile) : ""),
        disableSignUp: true,
      },
    ],
  });
  // The plugin's type demands the context of an auth that was created with this plugin.
  const { socialProviders } = (await within(PROVIDER_MS, init(context as unknown as Parameters<typeof init>[0])))
    .context;
  const provider = socialProviders.find(({ id }) => id === OPEN_ID);
  if (provider === undefined) return undefined;
  if (provider.issuer?.replace(/\/$/, "") !== oidc.issuer) {
    gateway.log.warn({ detail: provider.issuer }, "the OpenID provider has another issuer than OIDC_ISSUER");
    return undefined;
  }
  const adapted = adaptProvider(gateway, provider);
  context.socialProviders = socialProviders;
  return adapted;
}

/** Replaces better-auth's choice of the member by `admitIdentity`. */
function adaptProvider(gateway: OpenIdContext, provider: SocialProvider): OpenIdProvider {
  const { idToken: rules, getUserInfo, createEndSessionURL, refreshAccessToken } = provider;
  if (rules === undefined || !("jwks" in rules)) throw new Error("the provider publishes no keys");
  const { jwks, issuer = "", audience, algorithms = ["RS256"] } = rules;
  provider.idToken = {
    async verify(token, nonce) {
      const options = { issuer, audience, algorithms, requiredClaims: REQUIRED, clockTolerance: CLOCK_SKEW_SECONDS };
      const { payload } = await jwtVerify(token, jwks, options);
      return nonce === undefined || payload.nonce === nonce;
    },
  };

  async function readClaims(tokens: Tokens): Promise<Claims | undefined> {
    const info = await getUserInfo(tokens);
    return info === null ? undefined : { ...info.data, ...(tokens.idToken && decodeJwt(tokens.idToken)) };
  }

  provider.getUserInfo = async (tokens) => {
    const claims = await readClaims(tokens);
    if (claims === undefined) return null;
    const { errorURL = routes.signIn(), invitationId, testedBy } = { ...(await getOAuthState()) };
    if (typeof testedBy === "string") {
      await testSignIn(gateway, testedBy, claims, tokens.refreshToken !== undefined);
      throw redirectTo(routes.signInSettings);
    }
    try {
      const email = await admitIdentity(gateway, claims, typeof invitationId === "string" ? invitationId : undefined);
      return { user: { email, emailVerified: true }, data: claims };
    } catch (error) {
      const code = refusalOf(error);
      if (code === undefined) throw error;
      gateway.log.warn({ code, account: accountOf(claims) }, "a sign-in with OpenID was refused");
      const page = new URL(errorURL, gateway.config.consoleUrl);
      page.searchParams.set("error", code);
      throw redirectTo(page.href);
    }
  };
  provider.createEndSessionURL = async ({ idToken, ...data }) =>
    (await createEndSessionURL?.({ ...data, idToken: await openToken(gateway.auth, idToken) })) ?? null;
  return {
    issuer: provider.issuer ?? "",
    readClaims: (tokens) => within(PROVIDER_MS, readClaims(tokens)),
    refresh: (refreshToken) => within(PROVIDER_MS, refreshAccessToken?.(refreshToken) ?? Promise.reject(new TooLate())),
  };
}

const redirectTo = (location: string) => new APIError("FOUND", undefined, new Headers({ location }));

/** Decrypts a stored token of the provider. */
export async function openToken(auth: Auth, token: string | null | undefined): Promise<string | undefined> {
  return token ? symmetricDecrypt({ key: (await auth.$context).secretConfig, data: token }) : undefined;
}

/**
 * Starts a sign-in that ends on the page `to`, or on the page `failed` with an error code. `intent` is kept on the server
 * until the provider answers. The response contains the provider's URL, or is 404 if the provider is unavailable.
 */
export async function beginOpenId(
  gateway: OpenIdContext,
  { headers, signal }: Request,
  to: string,
  failed: string,
  intent: { readonly invitationId?: string; readonly testedBy?: string } = {},
): Promise<Response> {
  await findProvider(gateway);
  const url = new URL("/api/auth/sign-in/social", gateway.config.consoleUrl);
  const body = { provider: OPEN_ID, callbackURL: to, errorCallbackURL: failed, additionalData: intent };
  return gateway.auth.handler(passOn(new Request(url, { method: "POST", headers, signal }), body));
}
