import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissions } from "#server/db/schema.ts";
import { claim } from "./claim-submission.ts";
import { inQueue, type QueueFilter } from "./queue-filter.ts";

/** Number of submissions tried per call: up to this many concurrent callers each get a submission. */
const MAX_TRIED = 50;

/**
 * Claims the next submission in the filtered queue that the reviewer may decide on and nobody else has claimed.
 * Submissions assigned to the reviewer come first, then unassigned ones, each oldest first. Those that the reviewer has
 * skipped come last. Returns the submission id, or null if there is none.
 */
export async function claimNext(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  member: Member,
  { skipped = [], ...filter }: QueueFilter & { readonly skipped?: readonly string[] | undefined },
): Promise<string | null> {
  const { assignedTo } = submissions;
  const candidates = await gateway.database.orm
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        inQueue(gateway, member, { ...filter, mine: false }),
        or(isNull(assignedTo), eq(assignedTo, member.id)),
        sql`not exists (select from claims c where c.submission_id = ${submissions.id}
          and c.reviewer_id <> ${member.id} and c.expires_at > ${gateway.now().toISOString()})`,
      ),
    )
    .orderBy(
      // PostgreSQL does not order by a constant, which the condition is for an empty list.
      ...(skipped.length === 0 ? [] : [inArray(submissions.id, [...skipped])]),
      sql`${assignedTo} is null`,
      asc(submissions.id),
    )
    .limit(MAX_TRIED);
  for (const { id } of candidates) {
    const held = await claim(gateway, member, id).catch(() => undefined);
    if (held?.reviewerId === member.id) return id;
  }
  return null;
}
