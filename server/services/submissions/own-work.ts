import { and, count, desc, eq, isNull, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Member } from "#lib/console/members.ts";
import type { Database } from "#server/infra/db/open.ts";
import { approvals, bindings, events, submissions } from "#server/infra/db/schema.ts";

const MOST = 20;

interface WorkItem {
  readonly submissionId: string;
  readonly title: string;
  /** When it came to be as it is. */
  readonly at: string;
}

/** The submissions of a member that wait for the member, the latest first, and how many wait for reviewers. */
export interface OwnWork {
  /** A reviewer asked for changes, and no revision has been submitted. */
  readonly toRevise: readonly WorkItem[];
  /** May be run, and nobody has. */
  readonly toRun: readonly WorkItem[];
  readonly inReview: number;
}

export async function readOwnWork({ orm }: Database, member: Member): Promise<OwnWork> {
  const isOwn = eq(submissions.authorId, member.id);
  const successors = alias(submissions, "successors");
  const select = () =>
    orm
      .select({ submissionId: submissions.id, title: submissions.title, at: submissions.updatedAt })
      .from(submissions)
      .$dynamic();
  const isRevised = orm.select({ id: successors.id }).from(successors).where(eq(successors.supersedes, submissions.id));
  const forecasts = orm
    .select({ seq: events.seq })
    .from(events)
    .where(
      and(
        eq(events.kind, "prediction.answered"),
        eq(events.taskId, submissions.taskId),
        eq(events.inputId, submissions.inputId),
      ),
    );
  const isOpen = and(
    eq(bindings.taskId, submissions.taskId),
    eq(bindings.release, submissions.release),
    isNull(bindings.revokedAt),
  );
  const isApproved = and(
    eq(approvals.taskId, submissions.taskId),
    eq(approvals.inputId, submissions.inputId),
    isNull(approvals.revokedAt),
  );
  const [toRevise, toRun, waiting] = await Promise.all([
    select()
      .where(and(isOwn, eq(submissions.status, "changes_requested"), notExists(isRevised)))
      .orderBy(desc(submissions.updatedAt))
      .limit(MOST),
    select()
      .innerJoin(bindings, isOpen)
      .innerJoin(approvals, isApproved)
      .where(and(isOwn, eq(submissions.status, "approved"), notExists(forecasts)))
      .orderBy(desc(submissions.updatedAt))
      .limit(MOST),
    orm
      .select({ count: count() })
      .from(submissions)
      .where(and(isOwn, eq(submissions.status, "submitted"))),
  ]);
  return { toRevise: toRevise.map(show), toRun: toRun.map(show), inReview: waiting[0]?.count ?? 0 };
}

function show({ at, ...item }: { readonly submissionId: string; readonly title: string; readonly at: Date }): WorkItem {
  return { ...item, at: at.toISOString() };
}
