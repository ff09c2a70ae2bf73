import { and, eq, inArray } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import type { Database } from "#server/infra/db/open.ts";
import { drafts } from "#server/infra/db/schema.ts";
import type { DraftToSave } from "./save.ts";

/**
 * Deletes one of the member's own drafts, if it still exists. With `replaces`, only where its content is of one of these
 * saves: not what another tab has saved meanwhile.
 */
export async function discardDraft(
  { orm }: Database,
  member: Member,
  { draftId, replaces }: Pick<DraftToSave, "draftId"> & { readonly replaces?: DraftToSave["replaces"] | undefined },
): Promise<void> {
  const known = replaces?.filter((id) => id !== null);
  await orm
    .delete(drafts)
    .where(and(eq(drafts.id, draftId), eq(drafts.memberId, member.id), known && inArray(drafts.saveId, known)));
}
