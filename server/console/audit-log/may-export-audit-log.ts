import type { Member } from "#lib/domain/members.ts";
import type { Config } from "#server/config/read-config.ts";

/**
 * Who may download the whole record: admins, and reviewers where one review is enough. Where it takes several, each
 * judges without the others' verdicts, and the record has them all.
 */
export function mayExportAuditLog({ reviewsRequired }: Config, { role }: Member): boolean {
  return role === "admin" || (role === "reviewer" && reviewsRequired === 1);
}
