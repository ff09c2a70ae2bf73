import { namesOf } from "#lib/names-of.ts";

export const ROLE_DUTIES = {
  researcher: "writes and submits questions, runs forecasts",
  reviewer: "also reviews others’ submissions",
  admin: "manages members and API keys",
} as const;

export type Role = keyof typeof ROLE_DUTIES;

/** In ascending order: a person in several groups gets the last of the roles that they grant. */
export const ROLES = namesOf(ROLE_DUTIES);

/** Permissions that require a role. Every member may do everything else. */
const PERMITTED = {
  /** Approving, rejecting or requesting changes of submissions. */
  decide: ["reviewer"],
  review: ["reviewer", "admin"],
  revoke: ["reviewer", "admin"],
  /** Confirming an outcome that another member recorded; changing the order of a question's options. */
  confirm: ["reviewer", "admin"],
  /** Issuing API keys; inviting and changing members. */
  administer: ["admin"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof PERMITTED;

export const PERMISSIONS = namesOf(PERMITTED);

export function rolesFor(permission: Permission): readonly Role[] {
  return PERMITTED[permission];
}

export function isPermitted(role: Role, permission: Permission): boolean {
  return rolesFor(permission).includes(role);
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

export interface SignedIn extends Member {
  /** The session's id, not its token. */
  readonly sessionId: string;
}

/** The purposes of one-time links: joining as a new member, setting a new password, or one session as an administrator. */
export const LINK_PURPOSES = ["join", "password", "session"] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];
