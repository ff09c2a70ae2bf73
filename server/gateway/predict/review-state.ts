import { sql } from "drizzle-orm";
import type { ReviewState } from "#server/audit/log/audit-log.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import { auditUnavailable } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";

/** Returns the current review state without opening a prediction. */
export async function lookUpReviewState(
  database: Database,
  { release, task_id, input_id }: Pick<Subject, "release" | "task_id" | "input_id">,
): Promise<ReviewState> {
  try {
    const { rows } = await database.orm.execute<{ bound: boolean; approved: boolean }>(sql`
      select exists (select from bindings
                     where task_id = ${task_id} and release = ${release} and revoked_at is null) as bound,
             exists (select from approvals
                     where input_id = ${input_id} and task_id = ${task_id} and revoked_at is null) as approved`);
    return rows[0] ?? { bound: false, approved: false };
  } catch (error) {
    throw auditUnavailable(error);
  }
}
