import { sql } from "drizzle-orm";
import type { Drizzle } from "#server/infra/db/open.ts";
import { tasksWrittenBy } from "#server/services/submissions/written-by.ts";

/** Whether a member wrote a task of this evaluation, so that another reviewer must decide. */
export async function wroteTask(orm: Drizzle, memberId: string, evaluationId: string): Promise<boolean> {
  const { rows } = await orm.execute<{ wrote: boolean }>(sql`
    select exists (
      select from evaluation_cases where evaluation_id = ${evaluationId} and task_id in ${tasksWrittenBy(memberId)}
    ) as wrote`);
  return rows[0]?.wrote ?? false;
}
