import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissions } from "#server/db/schema.ts";
import { claim } from "./claim-submission.ts";
import { inQueue, type QueueFilter } from "./queue-filter.ts";

/** So many reviewers at once each get one of their own. */
const MAX_TRIED = 50;

/**
 * Claims the next submission of the filtered queue that this reviewer may decide on and nobody else looks at: first what
 * is assigned to them, then the oldest that is assigned to nobody. Null: there is none.
 */
export async function claimNext(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  member: Member,
  filter: QueueFilter,
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
    .orderBy(sql`${assignedTo} is null`, asc(submissions.id))
    .limit(MAX_TRIED);
  for (const { id } of candidates) {
    const held = await claim(gateway, member, id).catch(() => undefined);
    if (held?.reviewerId === member.id) return id;
  }
  return null;
}
