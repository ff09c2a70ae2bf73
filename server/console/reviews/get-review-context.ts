import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { getSubmission, readSubmission, type SubmissionDetail } from "#server/console/submissions/get-submission.ts";
import { isRenewal } from "#server/db/conditions.ts";
import { nameActors } from "#server/db/name-actors.ts";
import { submissions } from "#server/db/schema.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import { findSimilar } from "#server/gateway/submissions/find-similar.ts";
import { findingsOf, OTHER_ORDER } from "#server/gateway/submissions/find-submission-findings.ts";
import { readGuideline } from "./review-guideline.ts";

/** Throws NOT_FOUND for an unknown id. Reveals no verdicts that the member may not see yet. */
export async function readReviewContext(
  gateway: Pick<ConsoleContext, "config" | "database" | "model" | "now">,
  member: Member,
  id: string,
) {
  const { database } = gateway;
  const submission = await getSubmission(gateway, member, id);
  const { release, taskId, inputId, request, authorId, order, options } = submission;
  const declaresOtherOrder = submission.findings.includes(OTHER_ORDER) && !isDeepStrictEqual(order, options);
  const predecessors = await readPredecessors(gateway, id);
  const similar = submission.client === null ? [] : await findSimilar(gateway, authorId, id);
  const [lastApproved, superseded, successors, reviewState, guideline, [renewal]] = await Promise.all([
    readLastApproved(gateway, submission),
    submission.supersedes === null ? null : readBase(gateway, submission.supersedes),
    readSuccessors(gateway, id),
    lookUpReviewState(database, { release, task_id: taskId, input_id: inputId }, gateway.now()),
    readGuideline(database.orm),
    database.orm
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.id, id), isRenewal)),
  ]);
  const authors = [authorId, ...[...predecessors, ...successors].map((revision) => revision.authorId)];
  const names = await nameActors(database, [...authors, ...submission.verdicts.map(({ reviewerId }) => reviewerId)]);
  return {
    findings: findingsOf(gateway, request, declaresOtherOrder),
    /** Other open submissions of the author with nearly the same question, because agents rephrase. */
    similar,
    predecessors,
    successors,
    lastApproved,
    superseded,
    /** Whether the task has an active binding, and the input an active approval. */
    reviewState,
    guideline,
    /** Whether the submission sends approved content for review again, usually because the approval expires. */
    isRenewal: renewal !== undefined,
    /** Maximum duration of an approval, in days; null: approvals need not expire. */
    approvalMaxDays: gateway.config.approvalMaxDays ?? null,
    /** Names of authors and reviewers, by id. */
    names: Object.fromEntries(names),
  };
}

/** Returns the earlier versions of a submission, the latest first. */
async function readPredecessors({ database }: Pick<ConsoleContext, "database">, id: string) {
  const lineage = sql`(
    with recursive lineage as (
      select id, supersedes, 0 as depth from submissions where id = ${id}
      union select s.id, s.supersedes, lineage.depth + 1 from submissions s join lineage on s.id = lineage.supersedes
    )
    select id, depth from lineage where depth > 0) as lineage`;
  const rows = await database.orm
    .select({ submission: submissions })
    .from(submissions)
    .innerJoin(lineage, sql`lineage.id = ${submissions.id}`)
    .orderBy(sql`lineage.depth`)
    .limit(100);
  return rows.map(({ submission }) => showRevision(submission));
}

/** Returns the submissions that revise a submission directly, oldest first. */
async function readSuccessors({ database }: Pick<ConsoleContext, "database">, id: string) {
  const rows = await database.orm
    .select()
    .from(submissions)
    .where(eq(submissions.supersedes, id))
    .orderBy(asc(submissions.id))
    .limit(100);
  return rows.map(showRevision);
}

/** Returns the latest approved submission of the same task, for comparison. */
async function readLastApproved(gateway: Pick<ConsoleContext, "database">, submission: SubmissionDetail) {
  const { submissionId, taskId, release, status, updatedAt } = submission;
  const [latest] = await gateway.database.orm
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.taskId, taskId),
        eq(submissions.release, release),
        eq(submissions.status, "approved"),
        ne(submissions.id, submissionId),
        // For a closed submission, later approvals are excluded: the reviewers could not have compared with them.
        status === "submitted" ? undefined : lt(submissions.updatedAt, new Date(updatedAt)),
      ),
    )
    .orderBy(desc(submissions.updatedAt), desc(submissions.id))
    .limit(1);
  return latest === undefined ? null : readBase(gateway, latest.id);
}

async function readBase({ database }: Pick<ConsoleContext, "database">, id: string) {
  const { submission, request } = await readSubmission(database, id);
  const { createdAt, options } = submission;
  return { submissionId: id, createdAt: createdAt.toISOString(), request, options };
}

function showRevision({ id, title, status, authorId, createdAt }: typeof submissions.$inferSelect) {
  return isoDates({ submissionId: id, title, status, authorId, createdAt });
}
