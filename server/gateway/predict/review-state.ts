import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { ReviewState } from "#server/audit/log/audit-log.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import { auditUnavailable } from "#server/base/errors.ts";
import { isActive } from "#server/db/conditions.ts";
import type { Database } from "#server/db/open.ts";
import { approvals, bindings } from "#server/db/schema.ts";

export interface ReviewStateWithExpiry extends ReviewState {
  /** Expiry of the binding, even if it has passed; null if there is no binding, or if it does not expire. */
  readonly boundUntil: string | null;
  /** Expiry of the approval, even if it has passed; null if there is no approval, or if it does not expire. */
  readonly approvedUntil: string | null;
}

/** Returns the review state at `at` without opening a prediction. An expired binding or approval counts as missing. */
export async function lookUpReviewState(
  { orm }: Database,
  { release, task_id, input_id }: Pick<Subject, "release" | "task_id" | "input_id">,
  at: Date,
): Promise<ReviewStateWithExpiry> {
  const isBinding = and(eq(bindings.taskId, task_id), eq(bindings.release, release), isNull(bindings.revokedAt));
  const isApproval = and(eq(approvals.taskId, task_id), eq(approvals.inputId, input_id), isNull(approvals.revokedAt));
  try {
    const [found] = await orm
      .select({
        bound: sql<boolean>`${and(isNotNull(bindings.id), isActive(bindings, at))}`,
        approved: sql<boolean>`${and(isNotNull(approvals.id), isActive(approvals, at))}`,
        boundUntil: bindings.expiresAt,
        approvedUntil: approvals.expiresAt,
      })
      .from(sql`(select 1) as one`)
      .leftJoin(bindings, isBinding)
      .leftJoin(approvals, isApproval);
    return {
      bound: found?.bound ?? false,
      approved: found?.approved ?? false,
      boundUntil: found?.boundUntil?.toISOString() ?? null,
      approvedUntil: found?.approvedUntil?.toISOString() ?? null,
    };
  } catch (error) {
    throw auditUnavailable(error);
  }
}
