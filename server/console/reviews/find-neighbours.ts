import { and, asc, count, desc, gt, lt, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissions } from "#server/db/schema.ts";
import { inQueue, type QueueFilter } from "./list-queue.ts";

/** Returns the ids before and after `submissionId` in the filtered queue, and its position. */
export async function findNeighbours(
  gateway: Pick<ConsoleContext, "config" | "database">,
  member: Member,
  submissionId: string,
  filter: QueueFilter,
) {
  const fits = inQueue(gateway, member, filter);
  const { orm } = gateway.database;
  const { id } = submissions;
  const [[previous], [next], [counts]] = await Promise.all([
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
    orm
      .select({
        total: count(),
        upTo: sql<number>`count(*) filter (where ${id} <= ${submissionId})`.mapWith(Number),
        contains: sql<boolean>`coalesce(bool_or(${id} = ${submissionId}), false)`,
      })
      .from(submissions)
      .where(fits),
  ]);
  return {
    previous: previous?.id ?? null,
    next: next?.id ?? null,
    /** Position of the submission in the queue, from 1; null if the queue does not contain it. */
    position: counts?.contains ? counts.upTo : null,
    /** Number of submissions in the queue. */
    total: counts?.total ?? 0,
  };
}
