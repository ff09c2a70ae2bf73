import type { Permission } from "#lib/domain/members.ts";
import { routes } from "./routes.ts";

/** Pages that require another permission than `read`, each with the pages below it. */
const REQUIRED: readonly (readonly [page: string, permission: Permission])[] = [
  [routes.compose, "submit"],
  [routes.importSubmissions, "submit"],
  [routes.importOutcomes, "submit"],
  [routes.review(), "audit"],
  [routes.credentials, "administer"],
  [routes.members, "administer"],
  [routes.erasure, "administer"],
  [routes.signInSettings, "administer"],
  [routes.account, "account"],
];

/** Returns the permission that opening a page of the console requires. */
export function pagePermission(href: string): Permission {
  const [path = ""] = href.split(/[?#]/, 1);
  return REQUIRED.find(([page]) => path === page || path.startsWith(`${page}/`))?.[1] ?? "read";
}
