import { and, asc, count, eq, gt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Member } from "#lib/domain/members.ts";
import type { SubmissionPermissions } from "#lib/domain/submissions.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { nameAuthors } from "#server/console/submissions/name-authors.ts";
import { type ShownSubmission, showSubmission } from "#server/console/submissions/show-submission.ts";
import { members } from "#server/db/member-schema.ts";
import { claims, inputs, submissions } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { mayDecide } from "#server/gateway/submissions/submission-permissions.ts";
import { inQueue, isDecided, isDisputed, isWritten, type QueueFilter } from "./queue-filter.ts";

export interface QueuedSubmission extends ShownSubmission {
  readonly author: string;
  /** The information cutoff of its input, as the author wrote it: what tells apart the inputs of one question. */
  readonly asOf: string;
  /** This member wrote it, or has decided already: another reviewer's turn. */
  readonly mine: boolean;
  readonly may: Pick<SubmissionPermissions, "decide">;
  /** The required reviewers have judged, and disagree. */
  readonly disputed: boolean;
  /** The name of the reviewer who is to decide. */
  readonly assignee: string | null;
  /** The name of another reviewer who has it on the screen. */
  readonly looking: string | null;
}

export interface QueuePage {
  readonly submissions: readonly QueuedSubmission[];
  /** How many wait and fit the filter, on this page and on all others. */
  readonly waiting: number;
  /** Give it as `after` for the next page; null: this was the last. */
  readonly next: string | null;
}

interface QueueQuery extends QueueFilter {
  /** The last submission of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** What waits for a review, the oldest first: ids are in order of time. */
export async function reviewQueue(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  member: Member,
  { after, limit, ...filter }: QueueQuery,
): Promise<QueuePage> {
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
        asOf: inputs.asOf,
        claim: claims,
        looking: members.name,
        disputed: isDisputed(config.reviewsRequired),
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
    mine: wrote || decided,
    may: mayDecide(submission, { role: member.role, wrote, decided }),
    looking: claim === null || claim.reviewerId === member.id ? null : looking,
  }));
  return {
    submissions: await nameAuthors(database, page),
    waiting: total?.count ?? 0,
    next: rows.length > limit ? (page.at(-1)?.submissionId ?? null) : null,
  };
}
