import { and, asc, eq, sql } from "drizzle-orm";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { selectWaiting } from "#server/console/notices/select-waiting.ts";
import { evaluations } from "#server/db/evaluation-schema.ts";
import { actionsFor } from "./evaluation-permissions.ts";
import { EVALUATION_COLUMNS } from "./read-evaluation.ts";

/** Maximum evaluations of each status that are considered, oldest first. */
const MAX_LISTED = 50;

/** Returns the evaluations that the member can decide on or start, oldest first. */
export async function waitingEvaluations(gateway: Pick<ConsoleContext, "config" | "database" | "now">, member: Member) {
  const { orm } = gateway.database;
  const isReviewer = isPermitted(member.role, "decide");
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
