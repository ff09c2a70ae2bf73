import type { Member } from "#lib/domain/members.ts";
import type { Config } from "#server/config/read-config.ts";

/**
 * Whether a member may download the whole audit log. If several reviews are required, reviewers may not: they judge
 * independently, and the log contains verdicts.
 */
export function mayExportAuditLog({ reviewsRequired }: Config, { role }: Member): boolean {
  return role === "admin" || (role === "reviewer" && reviewsRequired === 1);
}
