import { and, desc, gt, sql } from "drizzle-orm";
import { isDue } from "#server/db/is-due.ts";
import type { Drizzle } from "#server/db/open.ts";
import { tasks } from "#server/db/schema.ts";

/** Returns the member's forecast questions that passed their resolution date since `from` and have no outcome. */
export function findDueQuestions(
  orm: Drizzle,
  memberId: string,
  { from, now, limit }: { readonly from: Date; readonly now: Date; readonly limit: number },
) {
  return orm
    .select({ taskId: tasks.taskId, question: tasks.question, resolvesAt: tasks.resolvesAt })
    .from(tasks)
    .where(
      and(
        isDue(now),
        gt(tasks.resolvesAt, from),
        sql`exists (select from submissions s where s.task_id = ${tasks.taskId} and s.author_id = ${memberId})`,
      ),
    )
    .orderBy(desc(tasks.resolvesAt))
    .limit(limit);
}
