import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { submissions, verdicts } from "#server/infra/db/schema.ts";
import { whenDefined } from "#server/infra/db/when-defined.ts";
import type { Member } from "#server/services/members/member.ts";
import type { Submission } from "#server/services/submissions/create-submission.ts";
import { tasksWrittenBy } from "./written-by.ts";

export interface QueueFilter {
  readonly taskId?: string | undefined;
  readonly origin?: Submission["origin"] | undefined;
  /** Only what is, or is not, for another reviewer: see `isMine`. */
  readonly mine?: boolean | undefined;
}

/** What waits for a review and fits the filter. */
export function inQueue(member: Member, { taskId, origin, mine }: QueueFilter): SQL | undefined {
  return and(
    eq(submissions.status, "submitted"),
    whenDefined(taskId, (id) => eq(submissions.taskId, id)),
    whenDefined(origin, (name) => eq(submissions.origin, name)),
    whenDefined(mine, (wanted) => (wanted ? isMine(member) : not(isMine(member)))),
  );
}

/** This member wrote it, or has decided already: another reviewer's turn. */
export function isMine({ id }: Member): SQL<boolean> {
  const decided = sql`(select submission_id from ${verdicts} where reviewer_id = ${id})`;
  return sql`(${or(inArray(submissions.taskId, tasksWrittenBy(id)), inArray(submissions.id, decided))})`;
}
