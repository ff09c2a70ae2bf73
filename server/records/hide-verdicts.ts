import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { submissions, verdicts } from "#server/db/schema.ts";
import type { Member } from "#server/members/member.ts";
import type { RecordPage } from "./list.ts";

/**
 * A page of the audit log as this member may read it: where several reviewers are required, each judges without the
 * others' verdicts. Their events are left out while the submission is open, whole: an open submission can only have
 * approvals, so that there is one would tell what it says.
 */
export async function hideVerdicts(database: Database, member: Member, page: RecordPage): Promise<RecordPage> {
  const decided = page.records.flatMap(({ event }) => (event.kind === "review.decided" ? [event.submission_id] : []));
  if (decided.length === 0) return page;
  const rows = await database.orm
    .select({ id: submissions.id })
    .from(submissions)
    .leftJoin(verdicts, and(eq(verdicts.submissionId, submissions.id), eq(verdicts.reviewerId, member.id)))
    .where(and(inArray(submissions.id, decided), eq(submissions.status, "submitted"), isNull(verdicts.id)));
  const open = new Set(rows.map(({ id }) => id));
  const records = page.records.filter(({ event }) => event.kind !== "review.decided" || !open.has(event.submission_id));
  return { ...page, records };
}
