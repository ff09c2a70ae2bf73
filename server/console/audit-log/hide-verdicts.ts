import { and, eq, inArray, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DECISIONS } from "#lib/domain/audit-events.ts";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { eventMember } from "#server/db/event-member.ts";
import { events, submissions, verdicts } from "#server/db/schema.ts";

/**
 * Returns an SQL condition that hides verdicts from a member who may not read them yet; undefined if none are hidden.
 * Reviewers judge independently, so a member without a verdict of their own sees no verdict on an open submission until
 * the required number is reached, and no verdict on an evaluation that is in review.
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
  const ids = [...hidden, ...hiddenFiles].map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const subject = sql`coalesce(${eventMember("submission_id")}, ${eventMember("evaluation_id")})`;
  return sql`case when ${inArray(events.kind, DECISIONS)}
    then ${notInArray(subject, ids)} else true end`;
}
