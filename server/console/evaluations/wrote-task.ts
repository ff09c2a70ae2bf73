import { sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { Config } from "#server/config/read-config.ts";
import { tasksWrittenBy } from "#server/console/submissions/written-by.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Whether the member wrote a task of this evaluation. Authors of a task may not decide on the evaluation. */
export async function wroteTask(
  orm: Drizzle,
  config: Config,
  member: Pick<Member, "id">,
  evaluationId: string,
): Promise<boolean> {
  const { rows } = await orm.execute<{ wrote: boolean }>(sql`
    select exists (
      select from evaluation_cases where evaluation_id = ${evaluationId} and task_id in ${tasksWrittenBy(config, member)}
    ) as wrote`);
  return rows[0]?.wrote ?? false;
}
