import type { Member } from "#lib/domain/members.ts";

/** Whether a member may download the whole audit log, with the contents that the member may read. */
export function mayExportAuditLog({ role }: Member): boolean {
  return role === "admin" || role === "reviewer";
}
