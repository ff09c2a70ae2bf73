import { and, asc, eq, inArray } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { actionsFor, findDecisionBlock } from "./evaluation-permissions.ts";
import { EVALUATION_COLUMNS, type Evaluation } from "./read-evaluation.ts";
import { wroteTask } from "./wrote-task.ts";

/** Maximum evaluations of each status that are considered, oldest first. */
const MAX_LISTED = 50;

/** Returns the evaluations that the member can decide on or start, oldest first. */
export async function waitingEvaluations(gateway: Pick<ConsoleContext, "config" | "database">, member: Member) {
  const { orm } = gateway.database;
  const [inReview, approved] = await Promise.all([
    orm
      .select(EVALUATION_COLUMNS)
      .from(evaluations)
      .where(eq(evaluations.status, "in_review"))
      .orderBy(asc(evaluations.id))
      .limit(MAX_LISTED),
    orm
      .select(EVALUATION_COLUMNS)
      .from(evaluations)
      .where(and(eq(evaluations.status, "approved"), eq(evaluations.uploadedBy, member.id)))
      .orderBy(asc(evaluations.id))
      .limit(MAX_LISTED),
  ]);
  return {
    toDecide: (await decidable(gateway, member, inReview)).map(show),
    /** The member's own approved evaluations that have not started. */
    toStart: approved.filter((evaluation) => actionsFor(evaluation, member).includes("start")).map(show),
  };
}

async function decidable(
  { database: { orm }, config }: Pick<ConsoleContext, "config" | "database">,
  member: Member,
  waiting: readonly Evaluation[],
): Promise<readonly Evaluation[]> {
  // Check status, role and uploader first: these checks need no query.
  const possible = waiting.filter(
    (one) => findDecisionBlock(one, { ...member, wrote: false, decided: false }) === null,
  );
  if (possible.length === 0) return [];
  const ids = possible.map(({ id }) => id);
  const given = await orm
    .select({ id: evaluationVerdicts.evaluationId })
    .from(evaluationVerdicts)
    .where(and(eq(evaluationVerdicts.reviewerId, member.id), inArray(evaluationVerdicts.evaluationId, ids)));
  const wrote = await Promise.all(ids.map((id) => wroteTask(orm, config, member, id)));
  return possible.filter(({ id }, index) => wrote[index] !== true && !given.some((one) => one.id === id));
}

function show({ id, title, uploadedAt }: Evaluation) {
  return { evaluationId: id, title, uploadedAt: uploadedAt.toISOString() };
}
