import { and, asc, count, eq, gt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { nameAuthors } from "#server/console/submissions/name-authors.ts";
import { showSubmission } from "#server/console/submissions/show-submission.ts";
import { isRenewal } from "#server/db/is-renewal.ts";
import { members } from "#server/db/member-schema.ts";
import { claims, inputs, submissions } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { mayDecide } from "#server/gateway/submissions/submission-permissions.ts";
import { inQueue, isDecided, isDisputed, isWritten, type QueueFilter } from "./queue-filter.ts";

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
        claim: claims,
        looking: members.name,
        disputed: isDisputed(config.reviewsRequired),
        isRenewal,
        assignee: assignees.name,
      })
      .from(submissions)
      .innerJoin(inputs, eq(inputs.inputId, submissions.inputId))
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
  const page = rows.slice(0, limit).map(({ submission, wrote, decided, claim, looking, ...rest }) => ({
    ...showSubmission(submission),
    ...rest,
    /** The member wrote the task or has already decided, so another reviewer must decide. */
    mine: wrote || decided,
    may: mayDecide(submission, { role: member.role, wrote, decided }),
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
