import { eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { drafts } from "#server/db/schema.ts";

/** Returns the member's own draft, or null before its first save. Throws NOT_FOUND if another member owns the draft. */
export async function getDraft({ orm }: Database, member: Member, draftId: string) {
  const [row] = await orm.select().from(drafts).where(eq(drafts.id, draftId));
  if (row === undefined) return null;
  const { memberId, content, saveId, updatedAt } = row;
  // Returning null would open an empty draft that could never be saved, because its id is taken.
  if (memberId !== member.id) throw new GatewayError("NOT_FOUND", { message: "This draft belongs to another member." });
  return { content: content.toString(), saveId, updatedAt: updatedAt.toISOString() };
}
