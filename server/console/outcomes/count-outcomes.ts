import { and, type SQL, sql } from "drizzle-orm";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import type { OutcomeCounts, QuestionState } from "#lib/domain/outcomes.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { tasks } from "#server/db/schema.ts";
import { isIn, matches, type QuestionFilter } from "./list-outcomes.ts";

/** Counts the matching questions by state, and those whose outcome the member may confirm. */
export async function countOutcomes(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  member: Member,
  filter: QuestionFilter,
): Promise<OutcomeCounts> {
  const countWhere = (condition: SQL | undefined) => database.orm.$count(tasks, and(condition, matches(filter)));
  const countIn = (state: QuestionState) => countWhere(isIn(state, now()));
  const [due, unconfirmed, confirmed, confirmable] = await Promise.all([
    countIn("due"),
    countIn("unconfirmed"),
    countIn("confirmed"),
    isPermitted(member, "confirm")
      ? countWhere(sql`exists (select from outcomes o where o.task_id = ${tasks.taskId} and o.status = 'recorded'
          and o.recorded_by <> ${member.id})`)
      : 0,
  ]);
  return { due, unconfirmed, confirmed, confirmable };
}
