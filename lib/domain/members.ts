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
  /** Completes “can …”, without a full stop. */
  readonly action: string;
}

/**
 * The permission table. Every procedure, HTTP route and page of the console names one permission; the server's checks,
 * the console's menus and `docs/security.md` are derived from this record.
 */
const PERMITTED = {
  read: { roles: ROLES, scope: "read", action: "read the console’s data" },
  audit: {
    roles: [...OVERSEERS, "auditor"],
    scope: "read",
    action: "open the review pages and download the audit log",
  },
  submit: { roles: WORKERS, scope: "submit", action: "submit requests, record outcomes, and add notes and tags" },
  forecast: { roles: WORKERS, scope: "forecast", action: "run forecasts" },
  evaluate: { roles: WORKERS, scope: "evaluate", action: "create and run evaluations" },
  decide: { roles: ["reviewer"], scope: null, action: "decide on submissions and evaluations" },
  review: { roles: OVERSEERS, scope: null, action: "assign submissions to reviewers" },
  revoke: { roles: OVERSEERS, scope: null, action: "revoke approvals, and control the evaluations of others" },
  confirm: { roles: OVERSEERS, scope: null, action: "confirm outcomes and set the order of options" },
  administer: {
    roles: ["admin"],
    scope: null,
    action: "manage members, API keys, webhooks, the guideline and aliases",
  },
  account: { roles: ROLES, scope: null, action: "change account settings, sessions and personal tokens" },
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

/** Returns the roles with the permission in words: “reviewer or admin”. */
export function nameRoles(permission: Permission): string {
  return ruleOf(permission)
    .roles.join(", ")
    .replace(/, (?=\w+$)/, " or ");
}

/** Returns the reason why a member lacks a permission, as a sentence; undefined if the member has it. */
export function findRefusal({ role, scopes }: Holder, permission: Permission): string | undefined {
  const { roles, scope, action } = ruleOf(permission);
  if (role === undefined || !roles.includes(role)) {
    return `Only members with the role ${nameRoles(permission)} can ${action}.`;
  }
  if (scopes === undefined || scopes.some((one) => one === scope)) return undefined;
  return scope === null
    ? `Sign in to the console: a personal token cannot be used to ${action}.`
    : `This requires a personal token with the scope ${scope}.`;
}

export function isPermitted(holder: Holder, permission: Permission): boolean {
  return findRefusal(holder, permission) === undefined;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
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
