import { sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";

const CLAIM_MS = 5 * 60_000;

/**
 * Claims an open submission for five minutes, unless another reviewer holds a claim. Returns the current claim. A claim
 * is advisory: other reviewers may still decide. Throws NOT_FOUND if no open submission has this id.
 */
export async function claim(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  { id }: Member,
  submissionId: string,
) {
  const at = now();
  const until = new Date(at.getTime() + CLAIM_MS);
  const free = sql`(old.reviewer_id = excluded.reviewer_id or old.expires_at <= ${at.toISOString()})`;
  // One atomic statement, which always returns a row: of two concurrent reviewers, the second gets the first's claim.
  const { rows } = await database.orm.execute<{ reviewer_id: string; name: string; expires_at: string }>(sql`
    with held as (
      insert into claims as old (submission_id, reviewer_id, expires_at)
      select id, ${id}, ${until.toISOString()} from submissions where id = ${submissionId} and status = 'submitted'
      on conflict (submission_id) do update set
        reviewer_id = case when ${free} then excluded.reviewer_id else old.reviewer_id end,
        expires_at = case when ${free} then excluded.expires_at else old.expires_at end
      returning reviewer_id, expires_at
    )
    select reviewer_id, name, expires_at from held join members on members.id = reviewer_id`);
  const [row] = rows;
  if (row === undefined) throw new GatewayError("NOT_FOUND", { message: "No open submission has this id." });
  return { reviewerId: row.reviewer_id, reviewer: row.name, expiresAt: new Date(row.expires_at).toISOString() };
}
