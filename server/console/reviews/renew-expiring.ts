import { sql } from "drizzle-orm";
import { describeError } from "#server/base/describe-error.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readSubmission } from "#server/console/submissions/get-submission.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { renewSubmission } from "#server/gateway/submissions/renew-submission.ts";

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
