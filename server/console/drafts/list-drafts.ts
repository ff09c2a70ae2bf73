import { desc, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { Database } from "#server/db/open.ts";
import { drafts } from "#server/db/schema.ts";

export interface ListedDraft {
  readonly draftId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Returns all of the member's own drafts, last saved first. `saveDraft` limits their number. */
export async function listDrafts({ orm }: Database, member: Member): Promise<ListedDraft[]> {
  const rows = await orm
    .select({ id: drafts.id, title: drafts.title, createdAt: drafts.createdAt, updatedAt: drafts.updatedAt })
    .from(drafts)
    .where(eq(drafts.memberId, member.id))
    .orderBy(desc(drafts.updatedAt), desc(drafts.id));
  return rows.map(({ id, title, createdAt, updatedAt }) => ({
    draftId: id,
    title,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}
