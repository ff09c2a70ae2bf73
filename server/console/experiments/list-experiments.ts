import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";

export interface ListedExperiment {
  readonly experimentId: string;
  readonly createdAt: string;
  readonly variants: readonly string[];
}

/** Returns the experiments with variants of a submission: the 50 newest, newest first. */
export async function listExperiments({ orm }: Database, submissionId: string): Promise<ListedExperiment[]> {
  const rows = await orm
    .select({
      experimentId: sql<string>`${submissions.experimentId}`,
      createdAt: sql<string>`min(${submissions.createdAt})`,
      variants: sql<string[]>`array_agg(${submissions.variant} order by ${submissions.id})`,
    })
    .from(submissions)
    .where(eq(submissions.variantOf, submissionId))
    .groupBy(submissions.experimentId)
    .orderBy(sql`${submissions.experimentId} desc`)
    .limit(50);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt).toISOString() }));
}
