import { desc, inArray } from "drizzle-orm";
import type { Database } from "#server/infra/db/open.ts";
import { submissions } from "#server/infra/db/schema.ts";

/** The options of each task in the order of its latest submission: the canonical form sorts them. */
export async function readOptionOrders(
  { orm }: Database,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (taskIds.length === 0) return new Map();
  const rows = await orm
    .selectDistinctOn([submissions.taskId], { taskId: submissions.taskId, options: submissions.options })
    .from(submissions)
    .where(inArray(submissions.taskId, [...taskIds]))
    .orderBy(submissions.taskId, desc(submissions.id));
  return new Map(rows.map(({ taskId, options }) => [taskId, options]));
}
