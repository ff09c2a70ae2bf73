import { asc, eq, gt } from "drizzle-orm";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { sha256 } from "#server/base/digest.ts";
import { digestCases } from "#server/db/cases-digest.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import type { Database } from "#server/db/open.ts";

/**
 * Recomputes the digests of each evaluation's cases and report, and compares them with the stored digests.
 * compareTables() compares the stored digests with the audit log.
 */
export async function compareCases(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  for await (const { id, casesDigest, reportDigest, report } of paced(readEvaluations(database), pace)) {
    const cases = await database.orm
      .select()
      .from(evaluationCases)
      .where(eq(evaluationCases.evaluationId, id))
      .orderBy(asc(evaluationCases.index));
    const isChanged = digestCases(cases) !== casesDigest;
    const isReportChanged = (report === null ? null : sha256(report).toString("hex")) !== reportDigest;
    if (isChanged) errors.push({ seq: null, message: `evaluations ${id}: the stored cases do not match their digest` });
    if (isReportChanged)
      errors.push({ seq: null, message: `evaluations ${id}: the stored report does not match its digest` });
  }
  return errors;
}

async function* readEvaluations({ orm }: Database) {
  for (let last: string | undefined; ; ) {
    const [next] = await orm
      .select()
      .from(evaluations)
      .where(last === undefined ? undefined : gt(evaluations.id, last))
      .orderBy(asc(evaluations.id))
      .limit(1);
    if (next === undefined) return;
    yield next;
    last = next.id;
  }
}
