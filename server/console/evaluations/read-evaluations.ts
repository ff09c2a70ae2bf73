import { and, asc, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { evaluationList } from "#lib/console/filters.ts";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { selectWaiting } from "#server/console/notices/select-waiting.ts";
import { readEvaluationUsage } from "#server/console/usage/read-usage.ts";
import { evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { actionsFor, findDecisionBlock, wroteTask } from "./evaluation-permissions.ts";

const { report, ...WITHOUT_REPORT } = getTableColumns(evaluations);

/** Omits the report, which may be large. */
export type Evaluation = Omit<typeof evaluations.$inferSelect, "report">;

const EVALUATION_COLUMNS = WITHOUT_REPORT;

export async function readEvaluation(orm: Drizzle, id: string): Promise<Evaluation> {
  return required(await orm.select(EVALUATION_COLUMNS).from(evaluations).where(eq(evaluations.id, id)));
}

/** Like `readEvaluation`, but locks the row until the transaction ends. */
export async function lockEvaluation(transaction: Drizzle, id: string): Promise<Evaluation> {
  const found = transaction.select(EVALUATION_COLUMNS).from(evaluations).where(eq(evaluations.id, id));
  return required(await found.for("update"));
}

function required([evaluation]: readonly Evaluation[]): Evaluation {
  if (evaluation === undefined) throw new GatewayError("NOT_FOUND", { message: "This evaluation does not exist." });
  return evaluation;
}

export async function readReport(orm: Drizzle, id: string): Promise<string | undefined> {
  const [found] = await orm.select({ report }).from(evaluations).where(eq(evaluations.id, id));
  return found?.report?.toString();
}

function showEvaluation(
  { id, title, fileName, dataDigest, release, status, cases, selection, uploadedBy, uploadedAt, endedAt }: Evaluation,
  { done, uploader }: { readonly done: number; readonly uploader: string | undefined },
) {
  return isoDates({
    evaluationId: id,
    ...{ title, fileName, dataDigest, release, status, cases, uploadedBy, uploadedAt, endedAt },
    /** Whether the cases are resolved questions of this gateway, approved individually. */
    isResolved: selection !== null,
    /** Number of cases with an answer or a refusal. */
    done,
    uploader: uploader ?? uploadedBy,
  });
}

/** Returns a page of evaluations, newest first. */
export async function listEvaluations(database: Database, filter: ReturnType<typeof evaluationList.toPage>) {
  const done = sql<number>`(
    select count(*)::integer from evaluation_cases c where c.evaluation_id = ${evaluations.id} and c.request_id is not null
  )`;
  const rows = await database.orm
    .select({ ...EVALUATION_COLUMNS, done })
    .from(evaluations)
    .where(
      and(
        whenDefined(filter.status, (status) => eq(evaluations.status, status)),
        whenDefined(filter.after, (after) => lt(evaluations.id, after)),
      ),
    )
    .orderBy(desc(evaluations.id))
    .limit(filter.limit + 1);
  const page = rows.slice(0, filter.limit);
  const names = await nameActors(
    database,
    page.map(({ uploadedBy }) => uploadedBy),
  );
  return {
    evaluations: page.map(({ done, ...row }) => showEvaluation(row, { done, uploader: names.get(row.uploadedBy) })),
    /** Cursor of the next page, for `after`; null on the last page. */
    next: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Maximum evaluations of each status that are considered, oldest first. */
const MAX_LISTED = 50;

/** Returns the evaluations that the member can decide on or start, oldest first. */
export async function waitingEvaluations(gateway: Pick<ConsoleContext, "config" | "database" | "now">, member: Member) {
  const { orm } = gateway.database;
  const isReviewer = isPermitted(member, "decide");
  const waiting = selectWaiting(gateway, { ...member, isAway: false }, [])["evaluation.waiting"];
  const [inReview, approved] = await Promise.all([
    isReviewer && waiting !== undefined
      ? orm.execute<{ subject: string; title: string; at: string }>(
          sql`select subject, title, at from (${waiting}) as w order by subject limit ${MAX_LISTED}`,
        )
      : { rows: [] },
    orm
      .select(EVALUATION_COLUMNS)
      .from(evaluations)
      .where(and(eq(evaluations.status, "approved"), eq(evaluations.uploadedBy, member.id)))
      .orderBy(asc(evaluations.id))
      .limit(MAX_LISTED),
  ]);
  return {
    toDecide: inReview.rows.map(({ subject, title, at }) => {
      return { evaluationId: subject, title, uploadedAt: new Date(at).toISOString() };
    }),
    /** The member's own approved evaluations that have not started. */
    toStart: approved
      .filter((evaluation) => actionsFor(evaluation, member).includes("start"))
      .map(({ id, title, uploadedAt }) => ({ evaluationId: id, title, uploadedAt: uploadedAt.toISOString() })),
  };
}

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
