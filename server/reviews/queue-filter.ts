import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { given } from "#server/db/given.ts";
import { submissions, verdicts } from "#server/db/schema.ts";
import type { Member } from "#server/members/member.ts";
import type { Submission } from "#server/submissions/create-submission.ts";
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
    given(taskId, (id) => eq(submissions.taskId, id)),
    given(origin, (name) => eq(submissions.origin, name)),
    given(mine, (wanted) => (wanted ? isMine(member) : not(isMine(member)))),
  );
}

/** This member wrote it, or has decided already: another reviewer's turn. */
export function isMine({ id }: Member): SQL<boolean> {
  const decided = sql`(select submission_id from ${verdicts} where reviewer_id = ${id})`;
  return sql`(${or(inArray(submissions.taskId, tasksWrittenBy(id)), inArray(submissions.id, decided))})`;
}
