import { asc, eq, gt, sql } from "drizzle-orm";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { sha256 } from "#server/base/digest.ts";
import { digestCases } from "#server/db/cases-digest.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import type { Database } from "#server/db/open.ts";
import { readAll } from "#server/db/read-pages.ts";
import { whenDefined } from "#server/db/when-defined.ts";

/**
 * Recomputes the digests of each evaluation's cases and report, and compares them with the stored digests. Checks that
 * the cases of an evaluation without review were approved individually.
 * compareTables() compares the stored digests with the audit log.
 */
export async function compareCases(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  for await (const { id, casesDigest, reportDigest, report, selection } of paced(readEvaluations(database), pace)) {
    const cases = await database.orm
      .select()
      .from(evaluationCases)
      .where(eq(evaluationCases.evaluationId, id))
      .orderBy(asc(evaluationCases.index));
    const isChanged = digestCases(cases) !== casesDigest;
    const isReportChanged = (report === null ? null : sha256(report).toString("hex")) !== reportDigest;
    const unapproved = selection === null ? 0 : await countUnapproved(database, id);
    if (unapproved > 0) {
      const message = `evaluations ${id}: ${unapproved} of the cases ${unapproved === 1 ? "has" : "have"} no approval, or another outcome`;
      errors.push({ seq: null, message });
    }
    if (isChanged) errors.push({ seq: null, message: `evaluations ${id}: the stored cases do not match their digest` });
    if (isReportChanged)
      errors.push({ seq: null, message: `evaluations ${id}: the stored report does not match its digest` });
  }
  return errors;
}

/** Counts the cases of an evaluation without review that were not approved individually or did not resolve so. */
async function countUnapproved({ orm }: Database, id: string): Promise<number> {
  const { rows } = await orm.execute<{ count: number }>(sql`
    select count(*)::int as count from evaluation_cases c
    where evaluation_id = ${id} and c.outcome not like 'erased-%' and not (
      exists (select from approvals a where a.task_id = c.task_id and a.input_id = c.input_id)
      and exists (
        select from outcomes o where o.task_id = c.task_id and o.option = c.outcome and o.confirmed_at is not null
      )
    )`);
  return rows[0]?.count ?? 0;
}

function readEvaluations({ orm }: Database) {
  return readAll<typeof evaluations.$inferSelect>((last) =>
    orm
      .select()
      .from(evaluations)
      .where(whenDefined(last, ({ id }) => gt(evaluations.id, id)))
      .orderBy(asc(evaluations.id))
      .limit(1),
  );
}
