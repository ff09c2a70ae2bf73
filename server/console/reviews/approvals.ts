import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { revocationReason } from "#lib/domain/fields.ts";
import { digest } from "#lib/domain/identifiers.ts";
import type { Member } from "#lib/domain/members.ts";
import { GRANTS, type Grant, REPLACED } from "#lib/domain/reviews.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readSubmission } from "#server/console/submissions/get-submission.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { approvals, bindings } from "#server/db/schema.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";
import { renewSubmission } from "#server/gateway/submissions/renew-submission.ts";

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

export const revocation = z.object({
  kind: z.enum(GRANTS),
  taskId: digest,
  /** Required for an approval. */
  inputId: z.optional(digest),
  reason: revocationReason,
});

/**
 * Revokes a binding or an approval, immediately and permanently. A new review can grant a new one. Throws BAD_REQUEST
 * if `inputId` is missing for an approval, NOT_FOUND if there is no active binding or approval.
 */
export async function revoke(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  { kind, taskId, inputId, reason }: z.output<typeof revocation>,
): Promise<void> {
  const { release } = gateway.model;
  if (kind === "approval" && inputId === undefined) {
    throw new GatewayError("BAD_REQUEST", { message: "The input id is required to revoke an approval." });
  }
  await inTransaction(gateway.database, async (transaction) => {
    await takeLock(transaction, "grant", taskId);
    const revoked = { revokedAt: gateway.now(), revokedBy: member.id, revokedReason: reason };
    const rows =
      kind === "binding"
        ? await transaction
            .update(bindings)
            .set(revoked)
            .where(and(eq(bindings.taskId, taskId), eq(bindings.release, release), isNull(bindings.revokedAt)))
            .returning({ id: bindings.id })
        : await transaction
            .update(approvals)
            .set(revoked)
            .where(and(eq(approvals.taskId, taskId), eq(approvals.inputId, inputId ?? ""), isNull(approvals.revokedAt)))
            .returning({ id: approvals.id });
    const [granted] = rows;
    if (granted === undefined)
      throw new GatewayError("NOT_FOUND", { message: `There is no active ${kind} to revoke.` });
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "review.revoked",
      revoked: kind,
      grant_id: granted.id,
      release,
      task_id: taskId,
      input_id: inputId ?? null,
      reason,
    });
  });
}

const BATCH = 100;
/** Sorts before every UUID. */
const FIRST = "00000000-0000-0000-0000-000000000000";

type Renewing = Pick<ConsoleContext, "database" | "events" | "model" | "now" | "log">;

/**
 * Sends content for review again whose binding or approval expires within a week, or has passed half of its duration if
 * it lasts for less than two weeks. Skips revoked content, and questions that resolve before the expiry: callers rarely
 * ask them afterwards, and if one does, its request is sent for review then.
 */
export async function renewExpiring(gateway: Renewing): Promise<void> {
  for (let after = FIRST; ; ) {
    const due = await findDue(gateway, gateway.database.orm, sql`s.id > ${after}`);
    for (const id of due) {
      await renew(gateway, id).catch((error: unknown) => {
        gateway.log.error({ submission: id, detail: describeError(error) }, "an approval could not be renewed");
      });
    }
    const last = due.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function renew(gateway: Renewing, id: string): Promise<void> {
  const { submission, request } = await readSubmission(gateway.database, id);
  await inTransaction(gateway.database, async (transaction) => {
    // Serializes the processes, and excludes a caller's request with the same content.
    await takeLock(transaction, "sendToReview");
    const [due] = await findDue(gateway, transaction, sql`s.id = ${id}`);
    if (due !== undefined) await renewSubmission(gateway, transaction, submission, { request });
  });
}

async function findDue({ model, now }: Renewing, orm: Drizzle, which: ReturnType<typeof sql>): Promise<string[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await orm.execute<{ id: string }>(sql`
    select distinct s.id from (
      select submission_id, created_at, expires_at, revoked_at from bindings
      union all select submission_id, created_at, expires_at, revoked_at from approvals
    ) g
    join submissions s on s.id = g.submission_id
    join tasks t on t.task_id = s.task_id
    where ${which} and g.revoked_at is null and g.expires_at <= ${at} + interval '7 days'
      and g.expires_at - least(interval '7 days', (g.expires_at - g.created_at) / 2) <= ${at}
      and t.resolves_at > greatest(g.expires_at, ${at}) and s.release = ${model.release} and s.status = 'approved'
      and exists (select from bindings b
                  where b.task_id = s.task_id and b.release = s.release and b.revoked_at is null)
      and exists (select from approvals a
                  where a.input_id = s.input_id and a.task_id = s.task_id and a.revoked_at is null)
      and not exists (
        select from submissions later
        where later.task_id = s.task_id and later.input_id = s.input_id and later.release = s.release
          and (later.status = 'submitted' or later.supersedes = s.id)
      )
    order by s.id limit ${BATCH}`);
  return rows.map(({ id }) => id);
}
