import { type SQL, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { Drizzle } from "#server/db/open.ts";
import { ENVIRONMENT_CREDENTIAL } from "#server/gateway/credentials/authenticate.ts";
import { environmentKeyOwner, type Owners } from "#server/gateway/credentials/environment-key-owner.ts";

/**
 * Returns an SQL subquery of the tasks on which the member may not decide: tasks that the member submitted, tasks sent
 * with a credential whose key the member created or owns, and all revisions of these tasks.
 */
export function tasksWrittenBy(owners: Owners, { id }: Pick<Member, "id">): SQL {
  return sql`(
    with recursive written as (
      select id, task_id from submissions where author_id = ${id} or author_id in (
        select credential_id::text from credential_keys where created_by = ${id}
        union select id::text from credentials where owner_id = ${id}
      ) or (author_id = ${ENVIRONMENT_CREDENTIAL} and ${id} in ${environmentKeyOwner(owners)})
      union select s.id, s.task_id from submissions s join written on s.supersedes = written.id
    )
    select task_id from written)`;
}

/** Returns whether the member wrote the task, so that another reviewer must decide. */
export async function isWrittenBy(
  orm: Drizzle,
  owners: Owners,
  member: Pick<Member, "id">,
  taskId: string,
): Promise<boolean> {
  const { rows } = await orm.execute<{ written: boolean }>(
    sql`select ${taskId} in ${tasksWrittenBy(owners, member)} as written`,
  );
  return rows[0]?.written ?? false;
}

/** Returns whether the task, or an earlier version of the task, was sent with GATEWAY_API_KEY while no member owns it. */
export async function hasUnknownAuthor(orm: Drizzle, owners: Owners, taskId: string): Promise<boolean> {
  const { rows } = await orm.execute<{ unknown: boolean }>(sql`
    with recursive origins as (
      select id, author_id, supersedes from submissions where task_id = ${taskId}
      union select s.id, s.author_id, s.supersedes from submissions s join origins on s.id = origins.supersedes
    )
    select exists (
      select from origins
      where author_id = ${ENVIRONMENT_CREDENTIAL} and not exists ${environmentKeyOwner(owners)}
    ) as unknown`);
  return rows[0]?.unknown ?? false;
}
