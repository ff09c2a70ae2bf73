import { desc, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { Database } from "#server/db/open.ts";
import { drafts } from "#server/db/schema.ts";

/** Returns all of the member's own drafts, last saved first. `saveDraft` limits their number. */
export async function listDrafts({ orm }: Database, member: Member) {
  const { id: draftId, title, createdAt, updatedAt, memberId } = drafts;
  const rows = await orm
    .select({ draftId, title, createdAt, updatedAt })
    .from(drafts)
    .where(eq(memberId, member.id))
    .orderBy(desc(updatedAt), desc(draftId));
  return rows.map(isoDates);
}
