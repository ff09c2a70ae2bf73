import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROLES } from "./members.ts";
import { type ClaimRules, describeFailure } from "./open-id.ts";
import { findClaim, readProviderRole, readTrustedAddress } from "./read-claims.ts";

const RULES: ClaimRules = {
  oidcTrustedAddress: "email_verified",
  oidcRolesClaim: "groups",
  oidcRoles: { admins: "admin", reviewers: "reviewer", everyone: "researcher" },
};

describe("the provider's role", () => {
  it("is the highest of the granted roles, in any order and among other values", () => {
    const value = fc.constantFrom("admins", "reviewers", "everyone", "other", "toString", "__proto__");
    fc.assert(
      fc.property(fc.array(value), (groups) => {
        const granted = groups.map((group) => new Map(Object.entries(RULES.oidcRoles ?? {})).get(group));
        const highest = ROLES.findLast((role) => granted.includes(role));
        expect(readProviderRole({ groups }, RULES)).toEqual(highest ?? { refusal: "no_role" });
      }),
    );
  });

  it.each([
    [{ groups: "admins" }, "admin"],
    [{}, { refusal: "roles_missing" }],
    [{ groups: null }, { refusal: "roles_missing" }],
    [{ groups: [] }, { refusal: "no_role" }],
    [{ groups: { admins: true } }, { refusal: "roles_invalid" }],
    [{ groups: ["admins", 1] }, { refusal: "roles_invalid" }],
    [{ groups: "everyone,admins" }, { refusal: "no_role" }],
    [{ hasgroups: true }, { refusal: "roles_overage" }],
    [{ hasgroups: "true" }, { refusal: "roles_overage" }],
    [{ _claim_names: { groups: "src1" }, _claim_sources: {} }, { refusal: "roles_overage" }],
    [{ groups: ["admins"], _claim_names: { groups: "src1" } }, { refusal: "roles_overage" }],
    [{ groups: ["admins"], _claim_names: { address: "src1" } }, "admin"],
  ])("of %j is %j", (claims, expected) => {
    expect(readProviderRole(claims, RULES)).toEqual(expected);
  });

  it("of app roles does not depend on links instead of groups", () => {
    const claims = { roles: ["admins"], hasgroups: true, _claim_names: { groups: "src1" } };
    expect(readProviderRole(claims, { ...RULES, oidcRolesClaim: "roles" })).toBe("admin");
  });

  it("is left to administrators without OIDC_ROLES", () => {
    expect(readProviderRole({ hasgroups: true }, { ...RULES, oidcRoles: undefined })).toBeUndefined();
  });
});

it.each([
  ["realm_access.roles", { realm_access: { roles: 1 } }, 1],
  ["resource_access.my.client.roles", { resource_access: { "my.client": { roles: 1 } } }, 1],
  ["https://example.org/roles", { "https://example.org/roles": 1 }, 1],
  ["a.b", { "a.b": 1, a: { b: 2 } }, 1],
  ["a.b", { a: [{ b: 2 }] }, undefined],
  ["constructor.name", {}, undefined],
  ["a.length", { a: "text" }, undefined],
  ["a..b", { a: { "": { b: 1 } } }, 1],
])("the claim at %s of %j is %j", (path, claims, expected) => {
  expect(findClaim(claims, path)).toBe(expected);
});

describe("a trusted address", () => {
  const NOT = { refusal: "address_not_verified" };
  const NONE = { refusal: "no_address" };
  it.each([
    ["email_verified", { email: "Ada@Example.org", email_verified: true }, "ada@example.org"],
    ["email_verified", { email: "ada@example.org", email_verified: "true" }, NOT],
    ["email_verified", { email: "ada@example.org" }, NOT],
    ["email_verified", { email_verified: true, preferred_username: "ada@example.org" }, NONE],
    ["email", { email: "ada@example.org" }, "ada@example.org"],
    ["email", { email: "ada@example.org", email_verified: false }, NOT],
    ["email", { email: ["ada@example.org"] }, NONE],
    ["email", { email: "\u212Aate@example.org" }, NONE],
    ["preferred_username", { preferred_username: "ada@example.org", email: "eve@example.org" }, "ada@example.org"],
    ["preferred_username", { preferred_username: "ada", email: "ada@example.org" }, NONE],
    ["none", { email: "ada@example.org", email_verified: true }, { refusal: "link_needed" }],
  ] as const)("under %s, of %j is %j", (oidcTrustedAddress, claims, expected) => {
    expect(readTrustedAddress(claims, { ...RULES, oidcTrustedAddress })).toEqual(expected);
  });
});

describe("the sentence of a refusal", () => {
  it.each([
    ["no_address", "email_verified", "the claim email."],
    ["no_address", "preferred_username", "the claim preferred_username."],
    ["address_not_verified", "email_verified", "the claim email_verified "],
    ["roles_missing", "none", "the claim realm_access.roles,"],
    ["roles_overage", "none", "Use app roles. Ask an administrator."],
    ["no_role", "none", "the claim realm_access.roles "],
  ] as const)("for %s under %s names the claim that was expected", (code, oidcTrustedAddress, words) => {
    const rules = { oidcTrustedAddress, oidcRolesClaim: "realm_access.roles" };
    expect(describeFailure(code, rules)).toContain(words);
  });

  it("is general for another code, which anyone can write in a URL", () => {
    for (const code of ["access_denied", "toString", "<b>", ["no_role"]])
      expect(describeFailure(code, RULES)).toBe("Try again. If the error persists, ask an administrator.");
    expect(describeFailure(undefined, RULES)).toBeUndefined();
  });
});
