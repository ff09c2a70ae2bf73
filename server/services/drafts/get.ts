import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import type { Database } from "#server/infra/db/open.ts";
import { drafts } from "#server/infra/db/schema.ts";

export interface Draft {
  readonly draftId: string;
  readonly content: string;
  readonly revision: number;
  readonly updatedAt: string;
}

/** One of the member's own drafts; null where there is none, as before its first save. */
export async function getDraft({ orm }: Database, member: Member, draftId: string): Promise<Draft | null> {
  const [row] = await orm
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, draftId), eq(drafts.memberId, member.id)));
  if (row === undefined) return null;
  const { content, revision, updatedAt } = row;
  return { draftId, content: content.toString(), revision, updatedAt: updatedAt.toISOString() };
}
