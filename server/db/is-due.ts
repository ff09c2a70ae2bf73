import { and, lte, type SQL, sql } from "drizzle-orm";
import { tasks } from "./schema.ts";

/** Returns a condition that is true for tasks that have a forecast, are past their resolution date and have no outcome. */
export function isDue(now: Date): SQL | undefined {
  return and(
    lte(tasks.resolvesAt, now),
    sql`not exists (select from outcomes o where o.task_id = ${tasks.taskId} and o.status <> 'replaced')`,
    sql`exists (select from events e where e.kind = 'prediction.answered' and e.task_id = ${tasks.taskId})`,
  );
}
