import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { reviewList } from "#lib/console/filters.ts";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissionHasText } from "#server/console/search/submission-has-text.ts";
import { tasksWrittenBy } from "#server/console/submissions/written-by.ts";
import { submissionHasTag } from "#server/db/has-tag.ts";
import { submissions, verdicts } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";

/** `tag`: a tag of the submission or of its question. */
export type QueueFilter = ReturnType<typeof reviewList.toFilter> & {
  /** True: only submissions that the member wrote or has decided on; false: only others. */
  readonly mine?: boolean | undefined;
  /** True: only submissions assigned to the member; false: only others. */
  readonly assigned?: boolean | undefined;
};

/** Returns an SQL condition for open submissions that match the filter. */
export function inQueue(
  { config }: Pick<ConsoleContext, "config">,
  member: Pick<Member, "id">,
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

export function isWritten(config: ConsoleContext["config"], member: Pick<Member, "id">): SQL<boolean> {
  return sql<boolean>`${inArray(submissions.taskId, tasksWrittenBy(config, member))}`;
}

export function isDecided({ id }: Pick<Member, "id">): SQL<boolean> {
  return sql<boolean>`${submissions.id} in (select submission_id from ${verdicts} where reviewer_id = ${id})`;
}

/** Returns an SQL condition for open submissions: the required number of reviewers have judged, but disagree. */
export function isDisputed(required: number): SQL<boolean> {
  return sql<boolean>`(select count(*) from ${verdicts} v where v.submission_id = ${submissions.id}) >= ${required}`;
}
