import { and, count, desc, eq, exists, gt, gte, isNotNull, lt, ne, notExists, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { OPENINGS } from "#lib/domain/audit-events.ts";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { byIndex } from "#server/db/by-index.ts";
import { isActive } from "#server/db/conditions.ts";
import type { Drizzle } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { approvals, bindings, events, submissions, tasks } from "#server/db/schema.ts";

const MAX_LISTED = 20;
/**
 * Maximum number of a question's newest forecasts that are searched for an input, because no index covers inputs. If
 * the question has more forecasts since the approval, the submission is not listed in `toRun`, even if no forecast used
 * its input.
 */
const MAX_FORECASTS = 1_000;

/** Returns the submissions on which their author can act, latest first, and how far the author's first one has come. */
export async function readOwnWork({ database, now }: Pick<ConsoleContext, "database" | "now">, member: Member) {
  const { orm } = database;
  const time = now();
  const isOwn = eq(submissions.authorId, member.id);
  const successors = alias(submissions, "successors");
  const select = (connection: Drizzle) =>
    connection
      .select({ submissionId: submissions.id, title: submissions.title, at: submissions.updatedAt })
      .from(submissions)
      .$dynamic();
  const isRevised = orm.select({ id: successors.id }).from(successors).where(eq(successors.supersedes, submissions.id));
  // The condition compares rows instead of columns so that PostgreSQL uses the index by task. With conditions on columns,
  // PostgreSQL may scan the whole log if a task has no forecasts, or read and sort all forecasts after the log has grown.
  const ofTask = sql`(${submissions.taskId}, 'prediction.answered')`;
  const forecasts = orm
    .select({ at: events.at, inputId: events.inputId })
    .from(events)
    .where(
      and(
        isNotNull(events.taskId),
        notInArray(events.kind, [...OPENINGS]),
        sql`(${events.taskId}, ${events.kind}) between ${ofTask} and ${ofTask}`,
      ),
    )
    .orderBy(desc(events.taskId), desc(events.kind), desc(events.at), desc(events.seq))
    .limit(MAX_FORECASTS)
    .as("forecasts");
  const ofInput = orm.select({ at: forecasts.at }).from(forecasts).where(eq(forecasts.inputId, submissions.inputId));
  const sinceApproval = orm.select({ count: count() }).from(forecasts).where(gte(forecasts.at, approvals.createdAt));
  const isOpen = and(
    eq(bindings.taskId, submissions.taskId),
    eq(bindings.release, submissions.release),
    isActive(bindings, time),
  );
  const isApproved = and(
    eq(approvals.taskId, submissions.taskId),
    eq(approvals.inputId, submissions.inputId),
    isActive(approvals, time),
  );
  const isAhead = and(eq(tasks.taskId, submissions.taskId), gt(tasks.resolvesAt, time));
  const isResolved = orm
    .select({ id: outcomes.id })
    .from(outcomes)
    .where(and(eq(outcomes.taskId, submissions.taskId), eq(outcomes.status, "confirmed")));
  const isForecast = orm
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.taskId, submissions.taskId), eq(events.kind, "prediction.answered")));
  const isWritten = and(isOwn, ne(submissions.origin, "first_start"));
  const [toRevise, toRun, waiting, [latest], [forecast]] = await Promise.all([
    select(orm)
      .where(and(isOwn, eq(submissions.status, "changes_requested"), notExists(isRevised)))
      .orderBy(desc(submissions.updatedAt))
      .limit(MAX_LISTED),
    byIndex(database, (connection) =>
      select(connection)
        .innerJoin(bindings, isOpen)
        .innerJoin(approvals, isApproved)
        .innerJoin(tasks, isAhead)
        .where(
          and(
            isOwn,
            eq(submissions.status, "approved"),
            notExists(ofInput),
            notExists(isResolved),
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
    orm
      .select({ submissionId: submissions.id, status: submissions.status })
      .from(submissions)
      .where(isWritten)
      .orderBy(desc(submissions.id))
      .limit(1),
    orm
      .select({ submissionId: submissions.id })
      .from(submissions)
      .where(and(isWritten, exists(isForecast)))
      .limit(1),
  ]);
  return {
    /** Reviewers requested changes, and no revision has been submitted. `at`: time of the last status change. */
    toRevise: isPermitted(member, "submit") ? toRevise.map(isoDates) : [],
    /** The submission is approved, its question is open, and no forecast has been made with its input. */
    toRun: isPermitted(member, "forecast") ? toRun.map(isoDates) : [],
    inReview: waiting[0]?.count ?? 0,
    /** The author's latest submission; null before the first. */
    latest: latest ?? null,
    /** Whether a question that the author submitted has a forecast. */
    hasForecast: forecast !== undefined,
  };
}
