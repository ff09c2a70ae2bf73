import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Database } from "#server/db/open.ts";
import { claims, submissions } from "#server/db/schema.ts";
import { inQueue, type QueueFilter } from "./list-queue.ts";
import { listReviewers } from "./list-reviewers.ts";

const CLAIM_MS = 5 * 60_000;

/**
 * Claims an open submission for five minutes, unless another reviewer holds a claim. Returns the current claim. A claim
 * is advisory: other reviewers may still decide. Throws NOT_FOUND if no open submission has this id.
 */
export async function claim(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  { id }: Member,
  submissionId: string,
) {
  const at = now();
  const until = new Date(at.getTime() + CLAIM_MS);
  const free = sql`(old.reviewer_id = excluded.reviewer_id or old.expires_at <= ${at.toISOString()})`;
  // One atomic statement, which always returns a row: of two concurrent reviewers, the second gets the first's claim.
  const { rows } = await database.orm.execute<{ reviewer_id: string; name: string; expires_at: string }>(sql`
    with held as (
      insert into claims as old (submission_id, reviewer_id, expires_at)
      select id, ${id}, ${until.toISOString()} from submissions where id = ${submissionId} and status = 'submitted'
      on conflict (submission_id) do update set
        reviewer_id = case when ${free} then excluded.reviewer_id else old.reviewer_id end,
        expires_at = case when ${free} then excluded.expires_at else old.expires_at end
      returning reviewer_id, expires_at
    )
    select reviewer_id, name, expires_at from held join members on members.id = reviewer_id`);
  const [row] = rows;
  if (row === undefined) throw new GatewayError("NOT_FOUND", { message: "No open submission has this id." });
  return { reviewerId: row.reviewer_id, reviewer: row.name, expiresAt: new Date(row.expires_at).toISOString() };
}

/** Number of submissions tried per call: up to this many concurrent callers each get a submission. */
const MAX_TRIED = 50;

/**
 * Claims the next submission in the filtered queue that the reviewer may decide on and nobody else has claimed.
 * Submissions assigned to the reviewer come first, then unassigned ones, each oldest first. Those that the reviewer has
 * skipped come last. Returns the submission id, or null if there is none.
 */
export async function claimNext(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  member: Member,
  { skipped = [], ...filter }: QueueFilter & { readonly skipped?: readonly string[] | undefined },
): Promise<string | null> {
  const { assignedTo } = submissions;
  const candidates = await gateway.database.orm
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        inQueue(gateway, member, { ...filter, mine: false }),
        or(isNull(assignedTo), eq(assignedTo, member.id)),
        sql`not exists (select from claims c where c.submission_id = ${submissions.id}
          and c.reviewer_id <> ${member.id} and c.expires_at > ${gateway.now().toISOString()})`,
      ),
    )
    .orderBy(
      // PostgreSQL does not order by a constant, which the condition is for an empty list.
      ...(skipped.length === 0 ? [] : [inArray(submissions.id, [...skipped])]),
      sql`${assignedTo} is null`,
      asc(submissions.id),
    )
    .limit(MAX_TRIED);
  for (const { id } of candidates) {
    const held = await claim(gateway, member, id).catch(() => undefined);
    if (held?.reviewerId === member.id) return id;
  }
  return null;
}

export async function releaseClaim({ orm }: Database, { id }: Member, submissionId: string): Promise<void> {
  await orm.delete(claims).where(and(eq(claims.submissionId, submissionId), eq(claims.reviewerId, id)));
}

/**
 * Assigns an open submission to a reviewer; a null `reviewerId` removes the assignment. An assignment is advisory:
 * other reviewers may still decide. Throws NOT_FOUND if no open submission has this id, BAD_REQUEST if `reviewerId` is
 * not an active reviewer.
 */
export async function assign(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  submissionId: string,
  reviewerId: string | null,
): Promise<void> {
  const reviewers = await listReviewers(gateway);
  if (reviewerId !== null && !reviewers.some(({ id }) => id === reviewerId)) {
    throw new GatewayError("BAD_REQUEST", { message: "A submission can only be assigned to an active reviewer." });
  }
  await inTransaction(gateway.database, async (transaction) => {
    const [assigned] = await transaction
      .update(submissions)
      .set({ assignedTo: reviewerId })
      .where(and(eq(submissions.id, submissionId), eq(submissions.status, "submitted")))
      .returning({ taskId: submissions.taskId, inputId: submissions.inputId });
    if (assigned === undefined) throw new GatewayError("NOT_FOUND", { message: "No open submission has this id." });
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "review.assigned",
      submission_id: submissionId,
      task_id: assigned.taskId,
      input_id: assigned.inputId,
      reviewer_id: reviewerId,
    });
  });
}
