import { and, count, eq, inArray } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { drafts } from "#server/db/schema.ts";
import { type Draft, getDraft } from "./get-draft.ts";

const MAX_DRAFTS = 500;
/** Far above the contract's limit, so that a text can be saved while it is shortened. */
const MAX_CONTENT = 256 * 1024;

export interface DraftToSave {
  /** Chosen by the writer, a UUID. */
  readonly draftId: string;
  readonly title: string;
  readonly content: string;
  /** Chosen by the writer for this content, a UUID. */
  readonly saveId: string;
  /** The saves whose content may be overwritten; null: there may be no such draft yet. */
  readonly replaces: readonly (string | null)[];
}

export type DraftSave =
  | { readonly saved: true; readonly updatedAt: string }
  /** Nothing was overwritten: the server holds what the writer has not seen, or no draft (any more). */
  | { readonly saved: false; readonly stored: Draft | null };

/** Saves a draft unless that would overwrite a save that the writer does not name. */
export async function saveDraft(
  gateway: Pick<ConsoleContext, "database" | "now">,
  member: Member,
  draft: DraftToSave,
): Promise<DraftSave> {
  const { database, now } = gateway;
  const { draftId, title, saveId, replaces } = draft;
  if (draft.content.length > MAX_CONTENT) {
    throw new GatewayError("BAD_REQUEST", { message: "This draft is too long to be saved. Shorten it." });
  }
  const values = { title, content: Buffer.from(draft.content), saveId, updatedAt: now() };
  const known = replaces.filter((id) => id !== null);
  const updated = await database.orm
    .update(drafts)
    .set(values)
    .where(and(eq(drafts.id, draftId), eq(drafts.memberId, member.id), inArray(drafts.saveId, known)))
    .returning({ id: drafts.id });
  if (updated.length > 0 || (replaces.includes(null) && (await insert(database, member, draftId, values)))) {
    return { saved: true, updatedAt: values.updatedAt.toISOString() };
  }
  return { saved: false, stored: await getDraft(database, member, draftId) };
}

async function insert(
  { orm }: Database,
  member: Member,
  id: string,
  values: Pick<typeof drafts.$inferSelect, "title" | "content" | "saveId" | "updatedAt">,
): Promise<boolean> {
  const [row] = await orm.select({ held: count() }).from(drafts).where(eq(drafts.memberId, member.id));
  if (row !== undefined && row.held >= MAX_DRAFTS) {
    throw new GatewayError("BAD_REQUEST", { message: `You have ${MAX_DRAFTS} drafts: discard some first.` });
  }
  const rows = await orm
    .insert(drafts)
    .values({ id, memberId: member.id, createdAt: values.updatedAt, ...values })
    .onConflictDoNothing()
    .returning({ id: drafts.id });
  return rows.length > 0;
}
