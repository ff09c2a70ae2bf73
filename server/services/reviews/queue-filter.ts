import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Member } from "#lib/console/members.ts";
import type { Gateway } from "#server/gateway.ts";
import { submissionHasTag } from "#server/infra/db/has-tag.ts";
import { submissions, verdicts } from "#server/infra/db/schema.ts";
import { whenDefined } from "#server/infra/db/when-defined.ts";
import { submissionHasText } from "#server/services/search/submission-has-text.ts";
import type { Submission } from "#server/services/submissions/create-submission.ts";
import { tasksWrittenBy } from "#server/services/submissions/written-by.ts";

export interface QueueFilter {
  readonly taskId?: string | undefined;
  readonly origin?: Submission["origin"] | undefined;
  /** Of the submission or of its question. */
  readonly tag?: string | undefined;
  /** True: only submissions that the member wrote or has decided; false: only the others. */
  readonly mine?: boolean | undefined;
  /** Assigned to this member. */
  readonly assigned?: boolean | undefined;
  /** Beginnings of words of the title, the question, its options or the author's name; or of an id, or its end. */
  readonly text?: string | undefined;
}

/** What waits for a review and fits the filter. */
export function inQueue(
  { config }: Pick<Gateway, "config">,
  member: Member,
  { taskId, origin, tag, mine, assigned, text }: QueueFilter,
): SQL | undefined {
  return and(
    eq(submissions.status, "submitted"),
    whenDefined(taskId, (id) => eq(submissions.taskId, id)),
    whenDefined(origin, (name) => eq(submissions.origin, name)),
    whenDefined(tag, (name) => submissionHasTag(submissions.id, submissions.taskId, name)),
    whenDefined(assigned, (wanted) => {
      const isAssigned = sql`coalesce(${submissions.assignedTo} = ${member.id}, false)`;
      return wanted ? isAssigned : not(isAssigned);
    }),
    whenDefined(text, submissionHasText),
    whenDefined(mine, (wanted) => {
      const isMine = sql`(${or(isWritten(config, member), isDecided(member))})`;
      return wanted ? isMine : not(isMine);
    }),
  );
}

export function isWritten(config: Gateway["config"], member: Member): SQL<boolean> {
  return sql<boolean>`${inArray(submissions.taskId, tasksWrittenBy(config, member))}`;
}

export function isDecided({ id }: Member): SQL<boolean> {
  return sql<boolean>`${submissions.id} in (select submission_id from ${verdicts} where reviewer_id = ${id})`;
}

/** Of an open submission: as many have judged as are required, and it is open all the same. */
export function isDisputed(required: number): SQL<boolean> {
  return sql<boolean>`(select count(*) from ${verdicts} v where v.submission_id = ${submissions.id}) >= ${required}`;
}
