import type { Member } from "#lib/domain/members.ts";
import type { Config } from "#server/config/read-config.ts";

/**
 * Whether a member may download the whole audit log. Reviewers may not if several reviews are required, because the log
 * contains verdicts and reviewers must judge independently.
 */
export function mayExportAuditLog({ reviewsRequired }: Config, { role }: Member): boolean {
  return role === "admin" || (role === "reviewer" && reviewsRequired === 1);
}
