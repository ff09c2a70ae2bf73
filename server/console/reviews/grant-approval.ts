import { and, eq, isNull } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type Grant, REPLACED } from "#lib/domain/reviews.ts";
import type { Drizzle } from "#server/db/open.ts";
import { approvals, bindings } from "#server/db/schema.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";

interface NewGrant {
  readonly submission: Submission;
  readonly reviewerId: string;
  readonly now: Date;
  /** Null: does not expire. */
  readonly expiresAt: Date | null;
}

export type Granted = NonNullable<Awaited<ReturnType<typeof grant>>>;

/**
 * Grants a binding or an approval. Replaces one that expires earlier, and returns its id as `replaced`. Returns null if
 * the existing one lasts at least as long. The caller must hold the lock `grant` of the task.
 */
export async function grant(transaction: Drizzle, kind: Grant, { submission, reviewerId, now, expiresAt }: NewGrant) {
  const { id: submissionId, release, taskId, inputId } = submission;
  const table = kind === "binding" ? bindings : approvals;
  const isSame = kind === "binding" ? eq(bindings.release, release) : eq(approvals.inputId, inputId);
  const [existing] = await transaction
    .select({ id: table.id, expiresAt: table.expiresAt })
    .from(table)
    .where(and(eq(table.taskId, taskId), isSame, isNull(table.revokedAt)));
  if (existing !== undefined) {
    if (lastsAsLong(existing.expiresAt, expiresAt)) return null;
    const revoked = { revokedAt: now, revokedBy: reviewerId, revokedReason: REPLACED };
    await transaction.update(table).set(revoked).where(eq(table.id, existing.id));
  }
  const row = { id: uuid(), taskId, submissionId, createdAt: now, expiresAt };
  if (kind === "binding") await transaction.insert(bindings).values({ ...row, release });
  else await transaction.insert(approvals).values({ ...row, inputId });
  return { id: row.id, replaced: existing?.id ?? null, expiresAt };
}

function lastsAsLong(end: Date | null, than: Date | null): boolean {
  return end === null || (than !== null && end >= than);
}
