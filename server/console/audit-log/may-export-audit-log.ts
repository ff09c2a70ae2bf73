import type { Member } from "#lib/domain/members.ts";
import type { Config } from "#server/config/read-config.ts";

/**
 * Whether a member may download the whole audit log: admins, and reviewers if one review is enough. If several reviews are
 * required, reviewers judge without each other's verdicts, which the log contains.
 */
export function mayExportAuditLog({ reviewsRequired }: Config, { role }: Member): boolean {
  return role === "admin" || (role === "reviewer" && reviewsRequired === 1);
}
