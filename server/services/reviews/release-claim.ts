import { and, eq } from "drizzle-orm";
import type { Database } from "#server/infra/db/open.ts";
import { claims } from "#server/infra/db/schema.ts";
import type { Member } from "#server/services/members/member.ts";

/** Says that this reviewer looks at a submission no longer. */
export async function releaseClaim({ orm }: Database, { id }: Member, submissionId: string): Promise<void> {
  await orm.delete(claims).where(and(eq(claims.submissionId, submissionId), eq(claims.reviewerId, id)));
}
