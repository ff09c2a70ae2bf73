import { namesOf } from "#lib/names-of.ts";

export const ROLE_DUTIES = {
  auditor: "reads everything that members see, changes nothing",
  researcher: "writes and submits questions, runs forecasts",
  reviewer: "also reviews others’ submissions",
  admin: "manages members and API keys",
} as const;

export type Role = keyof typeof ROLE_DUTIES;

/** In ascending order: a person in several groups gets the last of the roles that they grant. */
export const ROLES = namesOf(ROLE_DUTIES);

const WORKERS = ["researcher", "reviewer", "admin"] as const;
const OVERSEERS = ["reviewer", "admin"] as const;

interface Rule {
  readonly roles: readonly Role[];
  /** The scope with which a personal token grants the permission; null if no token grants it. */
  readonly scope: string | null;
}

/**
 * The permission table. Every procedure, HTTP route and page of the console names one permission; the server's checks,
 * the console's menus and `docs/security.md` are derived from this record.
 */
const PERMITTED = {
  read: { roles: ROLES, scope: "read" },
  audit: {
    roles: [...OVERSEERS, "auditor"],
    scope: "read",
  },
  submit: { roles: WORKERS, scope: "submit" },
  forecast: { roles: WORKERS, scope: "forecast" },
  evaluate: { roles: WORKERS, scope: "evaluate" },
  decide: { roles: ["reviewer"], scope: null },
  review: { roles: OVERSEERS, scope: null },
  revoke: { roles: OVERSEERS, scope: null },
  confirm: { roles: OVERSEERS, scope: null },
  administer: {
    roles: ["admin"],
    scope: null,
  },
  account: { roles: ROLES, scope: null },
} as const satisfies Readonly<Record<string, Rule>>;

export type Permission = keyof typeof PERMITTED;

export const PERMISSIONS = namesOf(PERMITTED);

/** A scope of a personal token. */
export type Scope = Exclude<(typeof PERMITTED)[Permission]["scope"], null>;

export const SCOPES = [...new Set(Object.values(PERMITTED).flatMap(({ scope }) => scope ?? []))] as [Scope, ...Scope[]];

/** The part of a member that determines the permissions. */
export interface Holder {
  /** Undefined for a disabled member. */
  readonly role: Role | undefined;
  /** Set for a request with a personal token, which grants only these scopes. */
  readonly scopes?: readonly Scope[] | undefined;
}

export function ruleOf(permission: Permission): Rule {
  return PERMITTED[permission];
}

/** A token must also have the scope of the permission. */
export function isPermitted({ role, scopes }: Holder, permission: Permission): boolean {
  const { roles, scope } = ruleOf(permission);
  return role !== undefined && roles.includes(role) && (scopes?.some((one) => one === scope) ?? true);
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Null: UTC. */
  readonly timeZone?: string | null;
  /** Set for a request with a personal token. */
  readonly scopes?: readonly Scope[];
}

export interface SignedIn extends Member {
  /** The session's id, not its token. Missing for a request with a personal token. */
  readonly sessionId?: string;
  /** The public id of the personal token with which the request was sent. */
  readonly tokenId?: string;
}

/** The purposes of one-time links: joining as a new member, setting a new password, or one session as an administrator. */
export const LINK_PURPOSES = ["join", "password", "session"] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];
