import { and, eq, inArray } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { drafts } from "#server/db/schema.ts";
import type { DraftToSave } from "./save-draft.ts";

/**
 * Deletes one of the member's own drafts; does nothing if the draft does not exist. Throws CONFLICT if the latest save
 * of the draft is not in `replaces`, because another tab has saved the draft in the meantime.
 */
export async function discardDraft(
  { orm }: Database,
  member: Member,
  { draftId, replaces }: Pick<DraftToSave, "draftId" | "replaces">,
): Promise<void> {
  const isOwn = and(eq(drafts.id, draftId), eq(drafts.memberId, member.id));
  const known = replaces.filter((id) => id !== null);
  await orm.delete(drafts).where(and(isOwn, inArray(drafts.saveId, known)));
  const left = await orm.select({ id: drafts.id }).from(drafts).where(isOwn);
  if (left.length === 0) return;
  const message =
    "Another tab or browser has saved this draft since you opened it. Reload the page to see the latest version.";
  throw new GatewayError("CONFLICT", { message });
}
