import { type Holder, isPermitted, type Permission, ruleOf } from "./members.ts";

/** The actions that a permission permits. Completes “can …”, without a full stop. */
export const ACTIONS: Readonly<Record<Permission, string>> = {
  read: "read the console’s data",
  audit: "open the review pages and download the audit log",
  submit: "submit requests, record outcomes, and add notes and tags",
  forecast: "run forecasts",
  evaluate: "create and run evaluations",
  decide: "decide on submissions and evaluations",
  review: "assign submissions to reviewers",
  revoke: "revoke approvals, and control the evaluations of others",
  confirm: "confirm outcomes and set the order of options",
  administer: "manage members, API keys, webhooks, the guideline and aliases",
  account: "change account settings, sessions and personal tokens",
};

/** Returns the roles with the permission in words: “reviewer or admin”. */
export function nameRoles(permission: Permission): string {
  return ruleOf(permission)
    .roles.join(", ")
    .replace(/, (?=\w+$)/, " or ");
}

/** Returns the reason why a member lacks a permission, as a sentence; undefined if the member has it. */
export function findRefusal(holder: Holder, permission: Permission): string | undefined {
  if (isPermitted(holder, permission)) return undefined;
  const action = ACTIONS[permission];
  if (!isPermitted({ role: holder.role }, permission)) {
    return `Only members with the role ${nameRoles(permission)} can ${action}.`;
  }
  const { scope } = ruleOf(permission);
  return scope === null
    ? `Sign in to the console: a personal token cannot be used to ${action}.`
    : `This requires a personal token with the scope ${scope}.`;
}
