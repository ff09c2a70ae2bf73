import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Member } from "#lib/console/members.ts";
import type { Database } from "#server/infra/db/open.ts";
import { events, submissions, verdicts } from "#server/infra/db/schema.ts";

/**
 * What leaves out the decisions that this member may not read: where several reviewers are required, each judges
 * without the others' verdicts. Their events are left out while the submission is open, whole and before pages are cut:
 * an open submission can only have approvals, so that there is one would tell what it says. Undefined where there are
 * none.
 */
export async function hideVerdicts({ orm }: Database, member: Member): Promise<SQL | undefined> {
  const own = alias(verdicts, "own");
  const hidden = await orm
    .selectDistinct({ id: submissions.id })
    .from(submissions)
    .innerJoin(verdicts, eq(verdicts.submissionId, submissions.id))
    .where(
      and(
        eq(submissions.status, "submitted"),
        notExists(
          orm
            .select({ id: own.id })
            .from(own)
            .where(and(eq(own.submissionId, submissions.id), eq(own.reviewerId, member.id))),
        ),
      ),
    );
  if (hidden.length === 0) return undefined;
  // As canonical JSON writes it: a note that quotes this has its quotes escaped.
  const names = hidden.map(({ id }) => Buffer.from(`"submission_id":"${id}"`));
  const isHidden = sql.join(
    names.map((name) => sql`position(${name}::bytea in ${events.body}) > 0`),
    sql` or `,
  );
  return sql`not (${events.kind} = 'review.decided' and (${isHidden}))`;
}
