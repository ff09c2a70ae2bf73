import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Finding } from "#lib/findings/finding.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ReviewState } from "#server/infra/audit-log/audit-log.ts";
import { submissions } from "#server/infra/db/schema.ts";
import type { Member } from "#server/services/members/member.ts";
import { getSubmission, type SubmissionDetail } from "#server/services/submissions/get.ts";
import { nameActors } from "#server/services/submissions/name-authors.ts";
import { findingsOf } from "./findings-of.ts";
import { lookUpReviewState } from "./review-state.ts";
import { isWrittenBy } from "./written-by.ts";

/** What stands beside a submission's content for whoever judges it, or waits for the judgement. */
export interface ReviewContext {
  readonly findings: readonly Finding[];
  /** What it revises, one after the other; the first is the one that it names. */
  readonly predecessors: readonly Kin[];
  /** What revises it, the oldest first. */
  readonly successors: readonly Kin[];
  /** Contents to hold it against: the latest approved one of the same task, and the one that it revises. */
  readonly lastApproved: Base | null;
  readonly superseded: Base | null;
  /** What is in force now for its task and its input. */
  readonly standing: ReviewState;
  /** The reader wrote its task or a version of it: another reviewer must decide. */
  readonly wrote: boolean;
  /** Names of who wrote and who judged, by id. */
  readonly names: Readonly<Record<string, string>>;
}

interface Kin {
  readonly submissionId: string;
  readonly title: string;
  readonly status: SubmissionDetail["status"];
  readonly authorId: string;
  readonly createdAt: string;
}

interface Base {
  readonly submissionId: string;
  readonly createdAt: string;
  readonly request: PredictionRequest;
}

/** NOT_FOUND where no submission has this id. Verdicts that the reader may not see yet leave no trace here. */
export async function readReviewContext(gateway: Gateway, member: Member, id: string): Promise<ReviewContext> {
  const { database } = gateway;
  const submission = await getSubmission(database, member, id);
  const { release, taskId, inputId, request, authorId } = submission;
  const predecessors = await readPredecessors(gateway, id);
  const [lastApproved, superseded, successors, standing, wrote] = await Promise.all([
    readLastApproved(gateway, member, submission),
    submission.supersedes === null ? null : readBase(gateway, member, submission.supersedes),
    readSuccessors(gateway, id),
    lookUpReviewState(database, { release, task_id: taskId, input_id: inputId }),
    isWrittenBy(database.orm, member.id, taskId),
  ]);
  const authors = [authorId, ...[...predecessors, ...successors].map((kin) => kin.authorId)];
  const names = await nameActors(database, [...authors, ...submission.verdicts.map(({ reviewerId }) => reviewerId)]);
  return {
    findings: findingsOf(gateway, request),
    predecessors,
    successors,
    lastApproved,
    superseded,
    standing,
    wrote,
    names: Object.fromEntries(names),
  };
}

async function readPredecessors({ database }: Gateway, id: string): Promise<Kin[]> {
  const { rows } = await database.orm.execute<{ id: string; depth: number }>(sql`
    with recursive line as (
      select id, supersedes, 0 as depth from submissions where id = ${id}
      union select s.id, s.supersedes, line.depth + 1 from submissions s join line on s.id = line.supersedes
    )
    select id, depth from line where depth > 0 order by depth limit 100`);
  const kin = await Promise.all(
    rows.map((row) => database.orm.select().from(submissions).where(eq(submissions.id, row.id))),
  );
  return kin.flat().map(showKin);
}

async function readSuccessors({ database }: Gateway, id: string): Promise<Kin[]> {
  const rows = await database.orm
    .select()
    .from(submissions)
    .where(eq(submissions.supersedes, id))
    .orderBy(asc(submissions.id))
    .limit(100);
  return rows.map(showKin);
}

async function readLastApproved(gateway: Gateway, member: Member, submission: SubmissionDetail): Promise<Base | null> {
  const { submissionId, taskId, release } = submission;
  const [latest] = await gateway.database.orm
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.taskId, taskId),
        eq(submissions.release, release),
        eq(submissions.status, "approved"),
        ne(submissions.id, submissionId),
      ),
    )
    .orderBy(desc(submissions.updatedAt), desc(submissions.id))
    .limit(1);
  return latest === undefined ? null : readBase(gateway, member, latest.id);
}

async function readBase({ database }: Gateway, member: Member, id: string): Promise<Base> {
  const { submissionId, createdAt, request } = await getSubmission(database, member, id);
  return { submissionId, createdAt, request };
}

function showKin({ id, title, status, authorId, createdAt }: typeof submissions.$inferSelect): Kin {
  return { submissionId: id, title, status, authorId, createdAt: createdAt.toISOString() };
}
