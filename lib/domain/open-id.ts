import type { Role } from "./members.ts";

/** The claims about a person: those of a verified ID token and, if it has no e-mail address, of the user info. */
export type Claims = Readonly<Record<string, unknown>>;

/** A session lives at most this long after the provider last confirmed its account. */
export const CONFIRMED_MINUTES = 15;
/** The provider is asked again when a session is used this long after the last confirmation. */
export const CHECK_MINUTES = 5;
/** Length of a session that a one-time link from the server's command opens. */
export const EMERGENCY_MINUTES = 60;

/** Claims that can prove an e-mail address before an account of the provider is linked to a member. */
export const TRUSTED_ADDRESSES = {
  email_verified: "the claim email, if the claim email_verified is true",
  email: "the claim email, unless the claim email_verified is false",
  preferred_username: "the claim preferred_username",
  none: "no claim: a one-time link must link the account",
} as const;

/** The settings that interpret claims, named as in the configuration. */
export interface ClaimRules {
  readonly oidcTrustedAddress: keyof typeof TRUSTED_ADDRESSES;
  /** Path of the claim with the values of `oidcRoles`. */
  readonly oidcRolesClaim: string;
  /** Roles by value of the claim. Undefined: administrators choose the roles. */
  readonly oidcRoles?: Readonly<Record<string, Role>> | undefined;
}

/** Reasons why a sign-in is refused although the provider's answer is authentic. A remedy follows each. */
const REFUSALS = {
  no_address: "Your organisation did not send an e-mail address in the claim $address.",
  address_not_verified: "Your organisation did not send the claim email_verified with the value true.",
  link_needed: "Your account is not linked to a member, which requires a one-time link.",
  not_a_member: "No member has the e-mail address that your organisation sent.",
  person_exists: "Your e-mail address belongs to a member, or is another spelling of a member’s address.",
  other_account_linked: "Another account of your organisation is linked to the member with your e-mail address.",
  account_linked: "Your account is already linked to another member.",
  link_invalid: "This link is no longer valid.",
  roles_missing: "Your organisation did not send the claim $roles, which determines your role.",
  roles_invalid: "Your organisation sent the claim $roles in a form other than a list of names.",
  roles_overage:
    "You are in too many groups: your organisation sent a link instead of the claim $roles. Use app roles.",
  no_role: "None of the values in the claim $roles grants a role.",
  MEMBER_DISABLED: "Your account is disabled.",
} as const;

export type Refusal = keyof typeof REFUSALS;

export function isRefusal(code: unknown): code is Refusal {
  return typeof code === "string" && Object.hasOwn(REFUSALS, code);
}

/** Returns why a sign-in with the provider failed, undefined without an error code. Anyone can write the code in a URL. */
export function describeFailure(code: unknown, rules: ClaimRules): string | undefined {
  if (code === undefined) return undefined;
  if (!isRefusal(code)) return "Try again. If the error persists, ask an administrator.";
  const address = rules.oidcTrustedAddress === "preferred_username" ? "preferred_username" : "email";
  return `${REFUSALS[code].replace("$address", address).replace("$roles", () => rules.oidcRolesClaim)} Ask an administrator.`;
}
