import { and, count, desc, eq, gte, isNull, lt, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Member } from "#lib/domain/members.ts";
import { byIndex } from "#server/db/by-index.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { approvals, bindings, events, submissions } from "#server/db/schema.ts";

const MAX_LISTED = 20;
/**
 * No index finds forecasts by input, so this many of the newest forecasts of a question are searched. A question with
 * more since the approval is not listed to run, even if none used this input.
 */
const MAX_FORECASTS = 1_000;

interface WorkItem {
  readonly submissionId: string;
  readonly title: string;
  /** When its status last changed. */
  readonly at: string;
}

/** The submissions that await an action of their author, latest first, and the number in review. */
export interface OwnWork {
  /** A reviewer asked for changes, and no revision has been submitted. */
  readonly toRevise: readonly WorkItem[];
  /** Approved, and no forecast has been made. */
  readonly toRun: readonly WorkItem[];
  readonly inReview: number;
}

export async function readOwnWork(database: Database, member: Member): Promise<OwnWork> {
  const { orm } = database;
  const isOwn = eq(submissions.authorId, member.id);
  const successors = alias(submissions, "successors");
  const select = (connection: Drizzle) =>
    connection
      .select({ submissionId: submissions.id, title: submissions.title, at: submissions.updatedAt })
      .from(submissions)
      .$dynamic();
  const isRevised = orm.select({ id: successors.id }).from(successors).where(eq(successors.supersedes, submissions.id));
  // Written as a range, the task leaves only the index to sort by; with `=`, PostgreSQL may scan the log for a task
  // without forecasts.
  const forecasts = orm
    .select({ at: events.at, inputId: events.inputId })
    .from(events)
    .where(
      and(
        eq(events.kind, "prediction.answered"),
        gte(events.taskId, submissions.taskId),
        lte(events.taskId, submissions.taskId),
      ),
    )
    .orderBy(desc(events.taskId), desc(events.seq))
    .limit(MAX_FORECASTS)
    .as("forecasts");
  const ofInput = orm.select({ at: forecasts.at }).from(forecasts).where(eq(forecasts.inputId, submissions.inputId));
  const sinceApproval = orm.select({ count: count() }).from(forecasts).where(gte(forecasts.at, approvals.createdAt));
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
    select(orm)
      .where(and(isOwn, eq(submissions.status, "changes_requested"), notExists(isRevised)))
      .orderBy(desc(submissions.updatedAt))
      .limit(MAX_LISTED),
    byIndex(database, (connection) =>
      select(connection)
        .innerJoin(bindings, isOpen)
        .innerJoin(approvals, isApproved)
        .where(
          and(
            isOwn,
            eq(submissions.status, "approved"),
            notExists(ofInput),
            lt(sql`(${sinceApproval})`, MAX_FORECASTS),
          ),
        )
        .orderBy(desc(submissions.updatedAt))
        .limit(MAX_LISTED),
    ),
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
