import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { events, submissions, verdicts } from "#server/db/schema.ts";

/**
 * What leaves out the decisions that this member may not read: where several reviewers are required, each judges
 * without the others' verdicts. Their events are left out while the submission is open, whole and before pages are cut,
 * until as many have judged as are required. Undefined where there are none.
 */
export async function hideVerdicts(
  { database: { orm }, config: { reviewsRequired } }: Pick<ConsoleContext, "database" | "config">,
  member: Member,
): Promise<SQL | undefined> {
  const own = alias(verdicts, "own");
  const hidden = await orm
    .selectDistinct({ id: submissions.id })
    .from(submissions)
    .innerJoin(verdicts, eq(verdicts.submissionId, submissions.id))
    .where(
      and(
        eq(submissions.status, "submitted"),
        sql`(select count(*) from ${verdicts} v where v.submission_id = ${submissions.id}) < ${reviewsRequired}`,
        notExists(
          orm
            .select({ id: own.id })
            .from(own)
            .where(and(eq(own.submissionId, submissions.id), eq(own.reviewerId, member.id))),
        ),
      ),
    );
  const given = alias(evaluationVerdicts, "given");
  const hiddenFiles = await orm
    .selectDistinct({ id: evaluations.id })
    .from(evaluations)
    .innerJoin(evaluationVerdicts, eq(evaluationVerdicts.evaluationId, evaluations.id))
    .where(
      and(
        eq(evaluations.status, "in_review"),
        notExists(
          orm
            .select({ id: given.evaluationId })
            .from(given)
            .where(and(eq(given.evaluationId, evaluations.id), eq(given.reviewerId, member.id))),
        ),
      ),
    );
  // As canonical JSON writes it: a note that quotes this has its quotes escaped.
  const names = [
    ...hidden.map(({ id }) => Buffer.from(`"submission_id":"${id}"`)),
    ...hiddenFiles.map(({ id }) => Buffer.from(`"evaluation_id":"${id}"`)),
  ];
  if (names.length === 0) return undefined;
  const isHidden = sql.join(
    names.map((name) => sql`position(${name}::bytea in ${events.body}) > 0`),
    sql` or `,
  );
  return sql`not (${events.kind} in ('review.decided', 'evaluation.decided') and (${isHidden}))`;
}
