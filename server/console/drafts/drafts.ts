import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { submissionTitle } from "#lib/domain/fields.ts";
import { id } from "#lib/domain/identifiers.ts";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction, runWithCommit } from "#server/db/in-transaction.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
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

const MAX_DRAFTS = 500;
/** UTF-16 code units. Far above the contract's limit, so that a text which is too long can be saved and shortened later. */
const MAX_CONTENT = 256 * 1024;

export const draftToSave = z.object({
  /** UUID chosen by the client. */
  draftId: id,
  title: submissionTitle,
  content: z.string().refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
  /** UUID chosen by the client for this content. */
  saveId: id,
  /** Ids of the saves that may be overwritten. Null in the list: the draft may also be new. */
  replaces: z.array(z.nullable(id)).max(32),
});

export type DraftToSave = z.output<typeof draftToSave>;

/**
 * Saves a draft unless that would overwrite a save that is not in `replaces`. Otherwise, returns that save as `stored`,
 * or null if the draft was discarded. Throws BAD_REQUEST over a limit, and TOO_MANY_REQUESTS if the growth of the
 * member's drafts exceeds the limit of the day.
 */
export async function saveDraft(
  gateway: Pick<ConsoleContext, "database" | "dailyBytes" | "now">,
  member: Member,
  draft: DraftToSave,
) {
  const { database, dailyBytes, now } = gateway;
  const { draftId, title, saveId, replaces } = draft;
  if (draft.content.length > MAX_CONTENT) {
    throw new GatewayError("BAD_REQUEST", { message: "This draft is too long to save. Shorten it." });
  }
  const values = { title, content: Buffer.from(draft.content), saveId, updatedAt: now() };
  const isOwn = and(eq(drafts.id, draftId), eq(drafts.memberId, member.id));
  const known = replaces.filter((id) => id !== null);
  const isSaved = await inTransaction(database, async (transaction) => {
    const size = sql<number>`octet_length(${drafts.content})`;
    const [before] = await transaction.select({ size }).from(drafts).where(isOwn).for("update");
    const updated = await transaction
      .update(drafts)
      .set(values)
      .where(and(isOwn, inArray(drafts.saveId, known)))
      .returning({ id: drafts.id });
    if (updated.length === 0 && !(replaces.includes(null) && (await insert(transaction, member, draftId, values))))
      return false;
    const bytes = values.content.byteLength - (before?.size ?? 0);
    const added = { holder: member.id, bytes, kind: "texts" } as const;
    if (bytes > 0) runWithCommit(transaction, await dailyBytes.count(transaction, added));
    return true;
  });
  if (isSaved) return { saved: true as const, updatedAt: values.updatedAt.toISOString() };
  return { saved: false as const, stored: await getDraft(database, member, draftId) };
}

async function insert(
  orm: Drizzle,
  member: Member,
  id: string,
  values: Pick<typeof drafts.$inferSelect, "title" | "content" | "saveId" | "updatedAt">,
): Promise<boolean> {
  const [row] = await orm.select({ held: count() }).from(drafts).where(eq(drafts.memberId, member.id));
  if (row !== undefined && row.held >= MAX_DRAFTS) {
    throw new GatewayError("BAD_REQUEST", { message: `Limit reached: ${MAX_DRAFTS} drafts. Discard one first.` });
  }
  const rows = await orm
    .insert(drafts)
    .values({ id, memberId: member.id, createdAt: values.updatedAt, ...values })
    .onConflictDoNothing()
    .returning({ id: drafts.id });
  return rows.length > 0;
}

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
