import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { submissions, verdicts } from "#server/db/schema.ts";
import type { Member } from "#server/members/member.ts";
import { type ShownSubmission, showSubmission } from "#server/submissions/show.ts";

export interface QueuedSubmission extends ShownSubmission {
  /** This member wrote it, or has decided already: somebody else's turn. */
  readonly mine: boolean;
}

/** What waits for a review, the oldest first. */
export async function reviewQueue(database: Database, member: Member, limit: number): Promise<QueuedSubmission[]> {
  const rows = await database.orm
    .select({ submission: submissions, decided: verdicts.id })
    .from(submissions)
    .leftJoin(verdicts, and(eq(verdicts.submissionId, submissions.id), eq(verdicts.reviewerId, member.id)))
    .where(eq(submissions.status, "submitted"))
    .orderBy(asc(submissions.id))
    .limit(limit);
  return rows.map((row) => ({
    ...showSubmission(row.submission),
    mine: row.decided !== null || row.submission.authorId === member.id,
  }));
}
