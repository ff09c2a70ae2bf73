import { and, desc, eq, sql } from "drizzle-orm";
import { members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import { approvals, verdicts } from "#server/db/schema.ts";
import type { ForecastDetail } from "./compose-detail.ts";

/** Returns the latest approval before the forecast, or the latest of all if none precedes it; includes revoked ones. */
export async function findApproval(
  { orm }: Database,
  { taskId, response }: Pick<ForecastDetail, "taskId" | "response">,
) {
  // One minute of tolerance, because the clock of the database may be ahead of the gateway's clock.
  const wasGiven = sql`${approvals.createdAt} <= ${response.generated_at}::timestamptz + interval '1 minute'`;
  const [approval] = await orm
    .select({ submissionId: approvals.submissionId })
    .from(approvals)
    .where(and(eq(approvals.taskId, taskId), eq(approvals.inputId, response.input_id)))
    .orderBy(desc(wasGiven), desc(approvals.createdAt))
    .limit(1);
  if (approval === undefined) return null;
  const approving = await orm
    .select({ name: members.name })
    .from(verdicts)
    .innerJoin(members, eq(members.id, verdicts.reviewerId))
    .where(and(eq(verdicts.submissionId, approval.submissionId), eq(verdicts.quality, "approve")))
    .orderBy(members.name);
  return { ...approval, reviewers: approving.map(({ name }) => name) };
}
