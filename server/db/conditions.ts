import { and, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { approvals, bindings } from "./schema.ts";
import { submissions, tasks } from "./schema.ts";

/** Returns an SQL condition for bindings or approvals that are neither revoked nor expired. */
export function isActive({ revokedAt, expiresAt }: typeof bindings | typeof approvals, at: Date): SQL | undefined {
  return and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, at)));
}

/** Returns a condition that is true for tasks that have a forecast, are past their resolution date and have no outcome. */
export function isDue(now: Date): SQL | undefined {
  return and(
    lte(tasks.resolvesAt, now),
    sql`not exists (select from outcomes o where o.task_id = ${tasks.taskId} and o.status <> 'replaced')`,
    sql`exists (select from events e where e.kind = 'prediction.answered' and e.task_id = ${tasks.taskId})`,
  );
}

/** SQL condition for submissions that send approved content for review again, unchanged. */
export const isRenewal = sql<boolean>`exists (
  select from submissions approved
  where approved.id = ${submissions.supersedes} and approved.status = 'approved'
    and approved.task_id = ${submissions.taskId} and approved.input_id = ${submissions.inputId})`;
