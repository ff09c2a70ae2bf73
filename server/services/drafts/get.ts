import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import type { Database } from "#server/infra/db/open.ts";
import { drafts } from "#server/infra/db/schema.ts";

export interface Draft {
  readonly content: string;
  readonly saveId: string;
  readonly updatedAt: string;
}

/** One of the member's own drafts; null if there is none, as before its first save. */
export async function getDraft({ orm }: Database, member: Member, draftId: string): Promise<Draft | null> {
  const [row] = await orm
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, draftId), eq(drafts.memberId, member.id)));
  if (row === undefined) return null;
  const { content, saveId, updatedAt } = row;
  return { content: content.toString(), saveId, updatedAt: updatedAt.toISOString() };
}
