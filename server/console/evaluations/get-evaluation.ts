import { asc, eq, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readEvaluationUsage } from "#server/console/usage/read-usage.ts";
import { evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { actionsFor, findDecisionBlock } from "./evaluation-permissions.ts";
import { readEvaluation } from "./read-evaluation.ts";
import { showEvaluation } from "./show-evaluation.ts";
import { wroteTask } from "./wrote-task.ts";

export async function getEvaluation(
  { database, model, config }: Pick<ConsoleContext, "config" | "database" | "model">,
  member: Member,
  id: string,
) {
  const { orm } = database;
  const evaluation = await readEvaluation(orm, id);
  const [counts, sets, findings, usage, given, wrote] = await Promise.all([
    countCases(database, id),
    countSets(database, id),
    countFindings(database, id),
    readEvaluationUsage(database, id),
    orm
      .select()
      .from(evaluationVerdicts)
      .where(eq(evaluationVerdicts.evaluationId, id))
      .orderBy(asc(evaluationVerdicts.createdAt)),
    wroteTask(orm, config, member, id),
  ]);
  const names = await nameActors(database, [evaluation.uploadedBy, ...given.map(({ reviewerId }) => reviewerId)]);
  const decided = given.some(({ reviewerId }) => reviewerId === member.id);
  const reader = { ...member, wrote, decided };
  const { done, refused, withoutFinding } = counts;
  return {
    ...showEvaluation(evaluation, { done, uploader: names.get(evaluation.uploadedBy) }),
    /** Release that this deployment serves. Cases for another release are not sent to the model. */
    served: model.release,
    refused,
    sets,
    /** Number of cases with each finding. */
    findings,
    withoutFinding,
    /** Tokens and cost of a language model; empty if unknown. */
    usage,
    /** Empty during the review for members who have not decided, because reviewers judge independently. */
    verdicts:
      evaluation.status === "in_review" && !decided
        ? []
        : given.map(({ reviewerId, approved, note, createdAt }) => ({
            reviewer: names.get(reviewerId) ?? reviewerId,
            approved,
            note,
            createdAt: createdAt.toISOString(),
          })),
    may: {
      /** The reason why the reader may not decide on the evaluation; null if the reader may. */
      decide: findDecisionBlock(evaluation, reader)?.message ?? null,
      actions: actionsFor(evaluation, reader),
    },
  };
}

async function countCases({ orm }: Database, id: string) {
  const { rows } = await orm.execute<{ done: number; refused: number; withoutFinding: number }>(sql`
    select count(request_id)::integer as done, count(code)::integer as refused,
           (count(*) filter (where cardinality(findings) = 0))::integer as "withoutFinding"
    from evaluation_cases where evaluation_id = ${id}`);
  return rows[0] ?? { done: 0, refused: 0, withoutFinding: 0 };
}

async function countSets({ orm }: Database, id: string) {
  const { rows } = await orm.execute<{ set: string; cases: number; questions: number }>(sql`
    select set, count(*)::integer as cases, count(distinct question)::integer as questions
    from evaluation_cases where evaluation_id = ${id} group by set order by min(index)`);
  return rows;
}

async function countFindings({ orm }: Database, id: string) {
  const { rows } = await orm.execute<{ finding: string; cases: number }>(sql`
    select finding, count(*)::integer as cases
    from evaluation_cases, unnest(findings) as finding
    where evaluation_id = ${id} group by finding order by cases desc, finding`);
  return rows;
}
