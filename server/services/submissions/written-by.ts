import { type SQL, sql } from "drizzle-orm";
import type { Drizzle } from "#server/infra/db/open.ts";

/**
 * The tasks that a member may not decide on: those that they sent to review themselves, with whatever input, also by a
 * credential of which they made a key, and those that others made out of them, however many revisions later.
 */
export function tasksWrittenBy(memberId: string): SQL {
  return sql`(
    with recursive written as (
      select id, task_id from submissions where author_id = ${memberId} or author_id in (
        select credential_id::text from credential_keys where created_by = ${memberId}
      )
      union select s.id, s.task_id from submissions s join written on s.supersedes = written.id
    )
    select task_id from written)`;
}

/** Whether a member wrote this task, so that another reviewer must decide. */
export async function isWrittenBy(orm: Drizzle, memberId: string, taskId: string): Promise<boolean> {
  const { rows } = await orm.execute<{ written: boolean }>(
    sql`select ${taskId} in ${tasksWrittenBy(memberId)} as written`,
  );
  return rows[0]?.written ?? false;
}
