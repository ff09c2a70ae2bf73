import { and, asc, desc, gt, lt } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissions } from "#server/db/schema.ts";
import { inQueue, type QueueFilter } from "./queue-filter.ts";

export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

/** Returns the ids before and after `submissionId` in the filtered queue, which need not contain `submissionId`. */
export async function findNeighbours(
  gateway: Pick<ConsoleContext, "config" | "database">,
  member: Member,
  submissionId: string,
  filter: QueueFilter,
): Promise<Neighbours> {
  const fits = inQueue(gateway, member, filter);
  const { orm } = gateway.database;
  const { id } = submissions;
  const [[previous], [next]] = await Promise.all([
    orm
      .select({ id })
      .from(submissions)
      .where(and(fits, lt(id, submissionId)))
      .orderBy(desc(id))
      .limit(1),
    orm
      .select({ id })
      .from(submissions)
      .where(and(fits, gt(id, submissionId)))
      .orderBy(asc(id))
      .limit(1),
  ]);
  return { previous: previous?.id ?? null, next: next?.id ?? null };
}
