import { and, count, eq } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import { GatewayError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Database } from "#server/infra/db/open.ts";
import { drafts } from "#server/infra/db/schema.ts";

const MOST_DRAFTS = 500;

export interface DraftToSave {
  /** Chosen by who composes, a UUID. */
  readonly draftId: string;
  readonly title: string;
  readonly content: string;
  /** The revision that was changed; 0 for a draft that is new. */
  readonly revision: number;
}

export interface SavedDraft {
  readonly revision: number;
  readonly updatedAt: string;
}

/**
 * Keeps a draft in one statement. CONFLICT where the draft has moved on from the revision that was changed, or is gone:
 * nothing is overwritten that the writer has not seen.
 */
export async function saveDraft(gateway: Gateway, member: Member, draft: DraftToSave): Promise<SavedDraft> {
  const { database, now } = gateway;
  const at = now();
  const kept = { title: draft.title, content: Buffer.from(draft.content), revision: draft.revision + 1, updatedAt: at };
  const saved = draft.revision === 0 ? await insert(database, member, draft.draftId, kept) : await update();
  if (!saved) {
    throw new GatewayError("CONFLICT", { message: "This draft was changed, submitted or discarded elsewhere." });
  }
  return { revision: kept.revision, updatedAt: at.toISOString() };

  async function update(): Promise<boolean> {
    const rows = await database.orm
      .update(drafts)
      .set(kept)
      .where(and(eq(drafts.id, draft.draftId), eq(drafts.memberId, member.id), eq(drafts.revision, draft.revision)))
      .returning({ id: drafts.id });
    return rows.length > 0;
  }
}

async function insert(
  { orm }: Database,
  member: Member,
  id: string,
  kept: Pick<typeof drafts.$inferSelect, "title" | "content" | "revision" | "updatedAt">,
): Promise<boolean> {
  const [row] = await orm.select({ held: count() }).from(drafts).where(eq(drafts.memberId, member.id));
  if (row !== undefined && row.held >= MOST_DRAFTS) {
    throw new GatewayError("BAD_REQUEST", { message: `You have ${MOST_DRAFTS} drafts: discard some first.` });
  }
  const rows = await orm
    .insert(drafts)
    .values({ id, memberId: member.id, createdAt: kept.updatedAt, ...kept })
    .onConflictDoNothing()
    .returning({ id: drafts.id });
  return rows.length > 0;
}
