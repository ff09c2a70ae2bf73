import { type SQL, sql } from "drizzle-orm";
import type { Drizzle } from "#server/db/open.ts";

/**
 * The tasks that a member may not decide on: those that they laid before the reviewers themselves, with whatever input,
 * and those that others made out of what they wrote, however many revisions later.
 */
export function tasksWrittenBy(memberId: string): SQL {
  return sql`(
    with recursive line as (
      select id, task_id from submissions where author_id = ${memberId}
      union select s.id, s.task_id from submissions s join line on s.supersedes = line.id
    )
    select task_id from line)`;
}

/** Whether four eyes ask for another reviewer on this task. */
export async function isWrittenBy(orm: Drizzle, memberId: string, taskId: string): Promise<boolean> {
  const { rows } = await orm.execute<{ written: boolean }>(
    sql`select ${taskId} in ${tasksWrittenBy(memberId)} as written`,
  );
  return rows[0]?.written ?? false;
}
