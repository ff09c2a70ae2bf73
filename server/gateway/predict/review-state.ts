import { and, eq, sql } from "drizzle-orm";
import type { ReviewState } from "#server/audit/log/audit-log.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import { auditUnavailable } from "#server/base/errors.ts";
import { isActive } from "#server/db/is-active.ts";
import type { Database } from "#server/db/open.ts";
import { approvals, bindings } from "#server/db/schema.ts";

export interface ReviewStateWithExpiry extends ReviewState {
  /** Expiry of the active binding; null if there is none, or if it does not expire. */
  readonly boundUntil: string | null;
  /** Expiry of the active approval; null if there is none, or if it does not expire. */
  readonly approvedUntil: string | null;
}

/** Returns the review state without opening a prediction. Bindings and approvals that have expired at `at` are missing. */
export async function lookUpReviewState(
  { orm }: Database,
  { release, task_id, input_id }: Pick<Subject, "release" | "task_id" | "input_id">,
  at: Date,
): Promise<ReviewStateWithExpiry> {
  const isBinding = and(eq(bindings.taskId, task_id), eq(bindings.release, release), isActive(bindings, at));
  const isApproval = and(eq(approvals.taskId, task_id), eq(approvals.inputId, input_id), isActive(approvals, at));
  try {
    const [found] = await orm
      .select({ binding: bindings, approval: approvals })
      .from(sql`(select 1) as one`)
      .leftJoin(bindings, isBinding)
      .leftJoin(approvals, isApproval);
    const { binding = null, approval = null } = found ?? {};
    return {
      bound: binding !== null,
      approved: approval !== null,
      boundUntil: binding?.expiresAt?.toISOString() ?? null,
      approvedUntil: approval?.expiresAt?.toISOString() ?? null,
    };
  } catch (error) {
    throw auditUnavailable(error);
  }
}
