import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { Database } from "#server/db/open.ts";
import { claims } from "#server/db/schema.ts";

export async function releaseClaim({ orm }: Database, { id }: Member, submissionId: string): Promise<void> {
  await orm.delete(claims).where(and(eq(claims.submissionId, submissionId), eq(claims.reviewerId, id)));
}
