import { emailAddress } from "./fields.ts";
import { ROLES, type Role } from "./members.ts";
import type { ClaimRules, Claims, Refusal } from "./open-id.ts";

type Read<Value> = Value | { readonly refusal: Refusal };

export function isRefused(read: unknown): read is { readonly refusal: Refusal } {
  return typeof read === "object" && read !== null && "refusal" in read;
}

/** Returns an e-mail address in lower case, undefined if the value is not an address. */
export function readAddress(value: unknown): string | undefined {
  // Some characters beyond ASCII are ASCII letters in lower case.
  return typeof value === "string" && /^[ -~]*$/.test(value) ? emailAddress.safeParse(value).data : undefined;
}

/** Returns the address that the provider vouches for under OIDC_TRUSTED_ADDRESS. */
export function readTrustedAddress(claims: Claims, { oidcTrustedAddress: rule }: ClaimRules): Read<string> {
  if (rule === "none") return { refusal: "link_needed" };
  const address = readAddress(rule === "preferred_username" ? claims.preferred_username : claims.email);
  if (address === undefined) return { refusal: "no_address" };
  const { email_verified: verified } = claims;
  const isTrusted =
    rule === "email_verified" ? verified === true : rule !== "email" || isUnset(verified) || verified === true;
  return isTrusted ? address : { refusal: "address_not_verified" };
}

const isUnset = (value: unknown) => value === undefined || value === null;

/**
 * Returns the highest role that the claims grant, undefined if administrators choose the roles. A missing list is
 * refused, because providers omit it for reasons other than an empty list.
 */
export function readProviderRole(claims: Claims, rules: ClaimRules): Read<Role | undefined> {
  const { oidcRoles: roles, oidcRolesClaim: path } = rules;
  if (roles === undefined) return undefined;
  if (isOverage(claims, path)) return { refusal: "roles_overage" };
  const value = findClaim(claims, path);
  if (isUnset(value)) return { refusal: "roles_missing" };
  const names = Array.isArray(value) ? value : [value];
  if (!names.every((name) => typeof name === "string")) return { refusal: "roles_invalid" };
  const granted = names.map((name) => (Object.hasOwn(roles, name) ? roles[name] : undefined));
  return ROLES.findLast((role) => granted.includes(role)) ?? { refusal: "no_role" };
}

/** Whether the provider sent a link to a longer list instead of the claim, as Entra ID does (OpenID Connect Core 5.6.2). */
function isOverage({ _claim_names: links, hasgroups }: Claims, path: string): boolean {
  return (isObject(links) && findClaim(links, path) !== undefined) || (path === "groups" && Boolean(hasgroups));
}

/** Returns the claim at a path such as `realm_access.roles`. Names of claims may contain dots themselves. */
export function findClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const inner = Object.hasOwn(claims, path.slice(0, dot)) ? claims[path.slice(0, dot)] : undefined;
    const found = isObject(inner) ? findClaim(inner, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value);
