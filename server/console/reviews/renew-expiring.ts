import { sql } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { readSubmission } from "#server/console/submissions/get-submission.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { renewSubmission } from "#server/gateway/submissions/renew-submission.ts";

const BATCH = 100;

type Renewing = Pick<ConsoleContext, "database" | "events" | "model" | "now">;

/**
 * Sends content for review again whose binding or approval ends within a week, or within half of its duration if that
 * is shorter. Skips questions that resolve before that end: callers rarely ask them afterwards, and if one does, its
 * request is sent for review then.
 */
export async function renewExpiring(gateway: Renewing): Promise<void> {
  for (;;) {
    const due = await findDue(gateway, gateway.database.orm);
    for (const id of due) await renew(gateway, id);
    if (due.length < BATCH) return;
  }
}

async function renew(gateway: Renewing, id: string): Promise<void> {
  const { submission, request } = await readSubmission(gateway.database, id);
  await inTransaction(gateway.database, async (transaction) => {
    // Serializes the processes, and excludes a caller's request with the same content.
    await takeLock(transaction, "sendToReview");
    const [due] = await findDue(gateway, transaction, id);
    if (due !== undefined) await renewSubmission(gateway, transaction, submission, { request });
  });
}

async function findDue({ model, now }: Renewing, orm: Drizzle, id?: string): Promise<string[]> {
  const at = now().toISOString();
  const { rows } = await orm.execute<{ id: string }>(sql`
    select distinct s.id from (
      select submission_id, created_at, expires_at, revoked_at from bindings
      union all select submission_id, created_at, expires_at, revoked_at from approvals
    ) g
    join submissions s on s.id = g.submission_id
    join tasks t on t.task_id = s.task_id
    where g.revoked_at is null and g.expires_at <= ${at}::timestamptz + interval '7 days'
      and g.expires_at - least(interval '7 days', (g.expires_at - g.created_at) / 2) <= ${at}::timestamptz
      and t.resolves_at > g.expires_at and s.release = ${model.release}
      and not exists (
        select from submissions later
        where later.task_id = s.task_id and later.input_id = s.input_id and later.release = s.release
          and (later.status = 'submitted' or later.supersedes = s.id)
      )
      ${id === undefined ? sql`` : sql`and s.id = ${id}`}
    order by s.id limit ${BATCH}`);
  return rows.map((row) => row.id);
}
