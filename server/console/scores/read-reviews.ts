import { asc, eq, sql } from "drizzle-orm";
import type { Origin } from "#lib/domain/submissions.ts";
import { REVIEW_HISTORIES, type ReviewHistory } from "#lib/domain/track-record.ts";
import type { Drizzle } from "#server/db/open.ts";
import { approvals, submissions } from "#server/db/schema.ts";

/** The review that first approved an input. */
export interface Review {
  readonly origin: Origin;
  /** Ids of the reviewers who approved the input. */
  readonly reviewers: readonly string[];
  readonly history: ReviewHistory;
}

interface Verdict extends Record<string, unknown> {
  readonly submission_id: string;
  readonly reviewer_id: string;
  readonly binding: string;
  readonly quality: string;
  /** True for a verdict on a previous version of the submission. */
  readonly earlier: boolean;
}

/** Keys are input ids. */
export async function readReviews(orm: Drizzle, taskId: string): Promise<ReadonlyMap<string, Review>> {
  const rows = await orm
    .select({ inputId: approvals.inputId, submission: submissions })
    .from(approvals)
    .innerJoin(submissions, eq(submissions.id, approvals.submissionId))
    .where(eq(approvals.taskId, taskId))
    .orderBy(asc(approvals.id));
  const { rows: verdicts } = await orm.execute<Verdict>(sql`
    with recursive lineage as (
      select id as submission_id, id, supersedes from submissions where task_id = ${taskId}
      union select l.submission_id, s.id, s.supersedes from submissions s join lineage l on s.id = l.supersedes
    )
    select l.submission_id, v.reviewer_id, v.binding, v.quality, l.id <> l.submission_id as earlier
    from lineage l join verdicts v on v.submission_id = l.id`);
  const reviews = new Map<string, Review>();
  for (const { inputId, submission } of rows) {
    if (reviews.has(inputId)) continue;
    const given = verdicts.filter(({ submission_id }) => submission_id === submission.id);
    const reviewers = given.filter(({ earlier, quality }) => !earlier && quality === "approve");
    reviews.set(inputId, {
      origin: submission.origin,
      reviewers: reviewers.map(({ reviewer_id }) => reviewer_id).sort(),
      history: historyOf(given),
    });
  }
  return reviews;
}

function historyOf(given: readonly Verdict[]): ReviewHistory {
  const [atOnce, changed, rejected] = REVIEW_HISTORIES;
  const said = given.flatMap(({ binding, quality }) => [binding, quality]);
  if (said.includes("reject")) return rejected;
  return said.includes("changes") ? changed : atOnce;
}
