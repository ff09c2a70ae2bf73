import type { Member } from "#lib/domain/members.ts";
import type { Claims } from "#lib/domain/open-id.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { OPEN_ID } from "#server/console/members/accounts.ts";
import { judgeIdentity, refusalOf } from "./admit-identity.ts";
import { SCIM } from "./answer-scim.ts";

const KEPT_MS = 30 * 60_000;

const nameOf = (memberId: string) => `sign-in test of ${memberId}`;

/** Returns what a sign-in with these claims would do, without doing it. */
async function tryClaims({ config, database }: Pick<ConsoleContext, "config" | "database">, claims: Claims) {
  try {
    const { member, email, role, isLinked } = await judgeIdentity(database.orm, config, claims);
    return { email, role, state: isLinked ? "linked" : member === undefined ? "new" : "found" } as const;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { refusal };
  }
}

/** Tests a sign-in, and stores the result for the administrator who started the test. */
export async function testSignIn(
  gateway: Pick<ConsoleContext, "auth" | "config" | "database" | "now">,
  memberId: string,
  claims: Claims,
  hasRefreshToken: boolean,
) {
  const at = gateway.now().toISOString();
  const test = { at, claims, hasRefreshToken, result: await tryClaims(gateway, claims) };
  const { internalAdapter } = await gateway.auth.$context;
  const expiresAt = new Date(Date.now() + KEPT_MS);
  await internalAdapter.createVerificationValue({
    identifier: nameOf(memberId),
    value: JSON.stringify(test),
    expiresAt,
  });
  return test;
}

/** Returns how members sign in, and the administrator's last test, null if there is none or it is too old. */
export async function showSignIn(
  { auth, config }: Pick<ConsoleContext, "auth" | "config">,
  { id }: Pick<Member, "id">,
) {
  const { signIn: mode, oidc, oidcScopes: scopes, oidcTrustedAddress, oidcRolesClaim, oidcRoles } = config;
  const stored = await (await auth.$context).internalAdapter.findVerificationValue(nameOf(id));
  const test: Awaited<ReturnType<typeof testSignIn>> | null = stored && JSON.parse(stored.value);
  const redirectUri = `${config.consoleUrl}/api/auth/callback/${OPEN_ID}`;
  const provider = oidc === undefined ? null : { issuer: oidc.issuer, redirectUri, scopes };
  const directory = config.scimToken ? { url: config.consoleUrl + SCIM, claim: config.scimClaim } : null;
  return { mode, provider, directory, rules: { oidcTrustedAddress, oidcRolesClaim, oidcRoles }, test };
}
