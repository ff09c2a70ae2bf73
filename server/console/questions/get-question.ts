import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import { type Grant, REPLACED } from "#lib/domain/reviews.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import { getOutcome } from "#server/console/outcomes/get-outcome.ts";
import { nameAuthors } from "#server/console/submissions/name-authors.ts";
import { showSubmission } from "#server/console/submissions/show-submission.ts";
import { members } from "#server/db/member-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, questionNotes, tags } from "#server/db/outcome-schema.ts";
import { approvals, bindings, submissions, tasks, verdicts } from "#server/db/schema.ts";
import { readTasks } from "#server/gateway/forecasts/read-content.ts";
import { orderedOptions } from "#server/gateway/submissions/declare-order.ts";

const MAX_SUBMISSIONS = 50;

/** The day since which a legal hold covers the question or one of its submissions; null if none does. */
const heldSince = sql<string | null>`held_since(${tasks.taskId})`;

/** Returns everything about a question except its forecasts. Throws NOT_FOUND for an unknown task. */
export async function getQuestion(database: Database, member: Member, taskId: string) {
  const outcome = await getOutcome(database, member, taskId);
  const [task, [stored], sent, grants, scores, notes, tagged] = await Promise.all([
    readTasks(database, [taskId]),
    database.orm
      .select({ options: tasks.options, optionOrder: tasks.optionOrder, heldSince })
      .from(tasks)
      .where(eq(tasks.taskId, taskId)),
    readSubmissions(database, taskId),
    readGrants(database, taskId),
    database.orm
      .select({ brier: forecastScores.brier, log: forecastScores.log })
      .from(forecastScores)
      .where(and(eq(forecastScores.taskId, taskId), isNull(forecastScores.predictionId))),
    readNotes(database, taskId),
    readTags(database, [taskId]),
  ]);
  const mean = (name: "brier" | "log") => scores.reduce((sum, score) => sum + score[name], 0) / scores.length;
  return {
    ...outcome,
    may: { ...outcome.may, setOrder: isPermitted(member, "confirm") },
    heldSince: stored?.heldSince ?? null,
    /** The option ids from lowest to highest; null if they have no order. */
    order: stored === undefined ? null : orderedOptions(stored),
    resolutionCriteria: task(taskId).resolution.criteria,
    submissions: sent,
    grants,
    /** Mean scores of the question's scored forecasts; null if no forecast is scored. */
    scores: scores.length === 0 ? null : { forecasts: scores.length, brier: mean("brier"), log: mean("log") },
    notes,
    tags: tagged.map(({ tag }) => tag),
  };
}

/** Returns the newest submissions first, each with the reviewers whose verdicts approved it. */
async function readSubmissions(database: Database, taskId: string) {
  const rows = await database.orm
    .select()
    .from(submissions)
    .where(eq(submissions.taskId, taskId))
    .orderBy(desc(submissions.id))
    .limit(MAX_SUBMISSIONS);
  const approved = rows.flatMap(({ id, status }) => (status === "approved" ? [id] : []));
  const verdictsOf = await database.orm
    .select({ submissionId: verdicts.submissionId, name: members.name })
    .from(verdicts)
    .innerJoin(members, eq(members.id, verdicts.reviewerId))
    .where(and(inArray(verdicts.submissionId, approved), eq(verdicts.quality, "approve")))
    .orderBy(members.name);
  const named = await nameAuthors(database, rows.map(showSubmission));
  return named.map((submission) => ({
    ...submission,
    reviewers: verdictsOf.flatMap(({ submissionId, name }) => (submissionId === submission.submissionId ? [name] : [])),
  }));
}

/** Returns the newest bindings and approvals first. */
async function readGrants({ orm }: Database, taskId: string) {
  const [bound, approved] = await Promise.all([
    orm.select().from(bindings).where(eq(bindings.taskId, taskId)),
    orm.select().from(approvals).where(eq(approvals.taskId, taskId)),
  ]);
  const show = (kind: Grant) => (row: Omit<(typeof bound)[number], "release">) => {
    const { submissionId, createdAt, expiresAt, revokedAt, revokedReason } = row;
    return {
      ...isoDates({ kind, submissionId, createdAt, expiresAt, revokedAt, revokedReason }),
      /** Whether it was not revoked by a member, but replaced by a later review. */
      isReplaced: revokedReason === REPLACED,
    };
  };
  const all = [...bound.map(show("binding")), ...approved.map(show("approval"))];
  return all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Returns the oldest notes first. */
async function readNotes(database: Database, taskId: string) {
  const rows = await database.orm
    .select()
    .from(questionNotes)
    .where(eq(questionNotes.taskId, taskId))
    .orderBy(asc(questionNotes.id));
  const names = await nameActors(
    database,
    rows.map(({ authorId }) => authorId),
  );
  return rows.map(({ id, authorId, text, createdAt }) =>
    isoDates({ noteId: id, author: names.get(authorId) ?? authorId, text, createdAt }),
  );
}

export function readTags({ orm }: Database, taskIds: readonly string[]) {
  return orm
    .select({ taskId: tags.taskId, tag: tags.tag })
    .from(tags)
    .where(and(inArray(tags.taskId, [...taskIds]), eq(tags.active, true)))
    .orderBy(tags.tag);
}
