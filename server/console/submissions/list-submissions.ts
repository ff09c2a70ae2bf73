import { and, count, desc, eq, exists, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { submissionList } from "#lib/console/filters.ts";
import { submissionHasText } from "#server/console/search/submission-has-text.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import type { Database } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { showSubmission } from "./show-submission.ts";

type SubmissionFilter = ReturnType<typeof submissionList.toPage> & {
  readonly authorId?: string | undefined;
  readonly taskId?: string | undefined;
};

/** Returns a page of submissions, newest first. Ids are UUIDv7, which sort by creation time. */
export async function listSubmissions(database: Database, filter: SubmissionFilter) {
  const successors = alias(submissions, "successors");
  const hasSuccessor = database.orm
    .select({ id: successors.id })
    .from(successors)
    .where(eq(successors.supersedes, submissions.id));
  const matches = and(
    whenDefined(filter.authorId, (authorId) => eq(submissions.authorId, authorId)),
    whenDefined(filter.taskId, (taskId) => eq(submissions.taskId, taskId)),
    whenDefined(filter.tag, (tag) => questionHasTag(submissions.taskId, tag)),
    whenDefined(filter.text, submissionHasText),
  );
  const counts = await database.orm
    .select({ status: submissions.status, count: count() })
    .from(submissions)
    .where(matches)
    .groupBy(submissions.status);
  const rows = await database.orm
    .select({ submission: submissions, isRevised: sql<boolean>`${exists(hasSuccessor)}` })
    .from(submissions)
    .where(
      and(
        matches,
        whenDefined(filter.status, (status) => eq(submissions.status, status)),
        whenDefined(filter.after, (after) => lt(submissions.id, after)),
      ),
    )
    .orderBy(desc(submissions.id))
    .limit(filter.limit + 1);
  const page = rows.slice(0, filter.limit);
  return {
    submissions: page.map(({ submission, isRevised }) => ({ ...showSubmission(submission), isRevised })),
    /** Number of submissions in each state, whatever the state of the filter. */
    counts,
    /** Cursor to pass as `after`; null on the last page. */
    next: rows.length > filter.limit ? (page.at(-1)?.submission.id ?? null) : null,
  };
}
