import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import type { Database } from "#server/infra/db/open.ts";
import { drafts } from "#server/infra/db/schema.ts";

/** Deletes one of the member's own drafts, if it still exists. */
export async function discardDraft({ orm }: Database, member: Member, draftId: string): Promise<void> {
  await orm.delete(drafts).where(and(eq(drafts.id, draftId), eq(drafts.memberId, member.id)));
}
