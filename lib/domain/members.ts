/** The roles of members and what each may do. */

export const ROLES = ["researcher", "reviewer", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** What each role is for, as an administrator reads it. */
export const ROLE_DUTIES: Readonly<Record<Role, string>> = {
  researcher: "composes, submits, runs forecasts",
  reviewer: "also decides on others’ submissions",
  admin: "manages members and credentials",
};

/** What takes a role. Every member may do the rest. */
const PERMITTED = {
  /** To give verdicts. */
  decide: ["reviewer"],
  /** To open the review queue. */
  review: ["reviewer", "admin"],
  /** To revoke a binding or an approval. */
  revoke: ["reviewer", "admin"],
  /** To confirm what another member recorded as the outcome of a question. */
  confirm: ["reviewer", "admin"],
  /** To issue credentials, and to invite and change members. */
  administer: ["admin"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof PERMITTED;

export function rolesFor(permission: Permission): readonly Role[] {
  return PERMITTED[permission];
}

export function isPermitted(role: Role, permission: Permission): boolean {
  return rolesFor(permission).includes(role);
}

/** Somebody who may work in the console. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** A member with the session under which they act. */
export interface SignedIn extends Member {
  /** The session's id, which is not its token. */
  readonly sessionId: string;
}

/** What a one-time link is for: to join, or to set a new password. */
export const LINK_PURPOSES = ["join", "password"] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];
