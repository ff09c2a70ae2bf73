import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { evaluationList } from "#lib/console/filters.ts";
import { evaluations } from "#server/db/evaluation-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { EVALUATION_COLUMNS } from "./read-evaluation.ts";
import { showEvaluation } from "./show-evaluation.ts";

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
