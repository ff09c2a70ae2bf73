import { and, asc, count, eq, gt, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { reviewList } from "#lib/console/filters.ts";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissionHasText } from "#server/console/search/submission-has-text.ts";
import { nameAuthors } from "#server/console/submissions/name-authors.ts";
import { showSubmission } from "#server/console/submissions/show-submission.ts";
import { tasksWrittenBy } from "#server/console/submissions/written-by.ts";
import { isRenewal } from "#server/db/conditions.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import { members } from "#server/db/member-schema.ts";
import { claims, inputs, submissions, tasks, verdicts } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { mayDecide } from "#server/gateway/submissions/submission-permissions.ts";

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
    whenDefined(tag, (name) => questionHasTag(submissions.taskId, name)),
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
function isDisputed(required: number): SQL<boolean> {
  return sql<boolean>`(select count(*) from ${verdicts} v where v.submission_id = ${submissions.id}) >= ${required}`;
}

interface QueueQuery extends QueueFilter {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Returns a page of open submissions, oldest first. Ids are UUIDv7, which sort by creation time. */
export async function reviewQueue(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  member: Member,
  { after, limit, ...filter }: QueueQuery,
) {
  const { database, now, config } = gateway;
  const { orm } = database;
  const assignees = alias(members, "assignees");
  const fits = inQueue(gateway, member, filter);
  const [rows, [total]] = await Promise.all([
    orm
      .select({
        submission: submissions,
        wrote: isWritten(config, member),
        decided: isDecided(member),
        /** Information cutoff in the author's notation. */
        asOf: inputs.asOf,
        question: tasks.question,
        resolvesAt: tasks.resolvesAt,
        claim: claims,
        looking: members.name,
        disputed: isDisputed(config.reviewsRequired),
        isRenewal,
        assignee: assignees.name,
      })
      .from(submissions)
      .innerJoin(inputs, eq(inputs.inputId, submissions.inputId))
      .innerJoin(tasks, eq(tasks.taskId, submissions.taskId))
      .leftJoin(claims, and(eq(claims.submissionId, submissions.id), gt(claims.expiresAt, now())))
      .leftJoin(members, eq(members.id, claims.reviewerId))
      .leftJoin(assignees, eq(assignees.id, submissions.assignedTo))
      .where(
        and(
          fits,
          whenDefined(after, (id) => gt(submissions.id, id)),
        ),
      )
      .orderBy(asc(submissions.id))
      .limit(limit + 1),
    orm.select({ count: count() }).from(submissions).where(fits),
  ]);
  const page = rows.slice(0, limit).map(({ submission, wrote, decided, claim, looking, resolvesAt, ...rest }) => ({
    ...showSubmission(submission),
    ...rest,
    resolvesAt: resolvesAt.toISOString(),
    /** The member wrote the task or has already decided, so another reviewer must decide. */
    mine: wrote || decided,
    may: mayDecide(submission, { ...member, wrote, decided }),
    /** Name of another reviewer who has the submission open. */
    looking: claim === null || claim.reviewerId === member.id ? null : looking,
  }));
  return {
    submissions: await nameAuthors(database, page),
    /** Number of matching submissions on all pages. */
    waiting: total?.count ?? 0,
    /** Maximum duration of an approval, in days; null: approvals need not expire. */
    approvalMaxDays: config.approvalMaxDays ?? null,
    /** Cursor to pass as `after`; null on the last page. */
    next: rows.length > limit ? (page.at(-1)?.submissionId ?? null) : null,
  };
}
