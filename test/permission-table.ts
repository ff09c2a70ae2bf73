import { type Permission, type Role, SCOPES, type Scope } from "#lib/domain/members.ts";
import { issueToken } from "#server/console/members/personal-tokens.ts";
import type { TestGateway } from "./start-gateway.ts";

/** The permission table, written a second time: a change of `lib/domain/members.ts` must be made here too. */
export const TABLE: Readonly<Record<Permission, { readonly roles: readonly Role[]; readonly scope?: Scope }>> = {
  read: { roles: ["researcher", "reviewer", "admin", "auditor"], scope: "read" },
  audit: { roles: ["reviewer", "admin", "auditor"], scope: "read" },
  submit: { roles: ["researcher", "reviewer", "admin"], scope: "submit" },
  forecast: { roles: ["researcher", "reviewer", "admin"], scope: "forecast" },
  evaluate: { roles: ["researcher", "reviewer", "admin"], scope: "evaluate" },
  decide: { roles: ["reviewer"] },
  review: { roles: ["reviewer", "admin"] },
  revoke: { roles: ["reviewer", "admin"] },
  confirm: { roles: ["reviewer", "admin"] },
  administer: { roles: ["admin"] },
  account: { roles: ["researcher", "reviewer", "admin", "auditor"] },
};

/** Whether the table permits a call by a member with this role, who uses a token with these scopes or a session. */
export function tablePermits(permission: Permission, role: Role, scopes?: readonly Scope[]): boolean {
  const { roles, scope } = TABLE[permission];
  return roles.includes(role) && (scopes === undefined || (scope !== undefined && scopes.includes(scope)));
}

const DAY_MS = 86_400_000;

/** Issues a personal token. Returns the token and its public id. */
export async function tokenFor(
  { gateway }: Pick<TestGateway, "gateway">,
  { memberId: id }: { readonly memberId: string },
  scopes: readonly Scope[] = SCOPES,
  expiresAt = new Date(gateway.now().getTime() + DAY_MS),
) {
  const member = { id, name: "", email: "", role: "researcher", sessionId: "test" } as const;
  const { token } = await issueToken(gateway, member, { name: "A notebook", scopes: [...scopes], expiresAt });
  return { token, tokenId: token.split("_")[1] ?? "", authorization: `Bearer ${token}` };
}
