import { sql } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { describeError } from "#server/describe-error.ts";
import { GatewayError } from "#server/error.ts";
import type { Subject } from "#server/events/event.ts";
import type { Standing } from "#server/events/log.ts";

/** What review says now, without beginning a prediction. */
export async function lookUpStanding(
  database: Database,
  { release, task_id, input_id }: Pick<Subject, "release" | "task_id" | "input_id">,
): Promise<Standing> {
  try {
    const { rows } = await database.orm.execute<{ bound: boolean; approved: boolean }>(sql`
      select exists (select from bindings
                     where task_id = ${task_id} and release = ${release} and revoked_at is null) as bound,
             exists (select from approvals
                     where input_id = ${input_id} and task_id = ${task_id} and revoked_at is null) as approved`);
    return rows[0] ?? { bound: false, approved: false };
  } catch (error) {
    throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail: describeError(error), cause: error });
  }
}
