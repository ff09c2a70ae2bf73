import { sql } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { submissions, verdicts } from "#server/db/schema.ts";

/** Decisions of one reviewer. The times from submission to verdict are null if the reviewer decided only on seeded work. */
interface ReviewerFigures extends Record<string, unknown> {
  readonly reviewerId: string;
  readonly decisions: number;
  /** Decisions that approve both the question and the evidence. */
  readonly approvals: number;
  readonly medianMs: number | null;
  /** 90 % of the decisions took at most this time. */
  readonly longMs: number | null;
}

/** Shares of the submissions with several verdicts whose first two verdicts are equal; null without such submissions. */
interface EqualVerdicts extends Record<string, unknown> {
  readonly submissions: number;
  readonly binding: number | null;
  readonly quality: number | null;
}

/** Returns the decisions of each reviewer. Excludes verdicts on open submissions, which are still confidential. */
export async function readAgreement({ database: { orm } }: Pick<ConsoleContext, "database">) {
  const closed = sql`from ${verdicts} v join ${submissions} s on s.id = v.submission_id and s.status <> 'submitted'`;
  const time = (share: number) => sql`percentile_cont(${share}::float8) within group (
    order by 1000 * extract(epoch from v.created_at - s.created_at)) filter (where s.origin <> 'first_start')`;
  const [{ rows: reviewers }, { rows: equal }] = await Promise.all([
    orm.execute<ReviewerFigures>(sql`
      select v.reviewer_id as "reviewerId", count(*)::int as decisions, ${time(0.5)} as "medianMs", ${time(0.9)} as "longMs",
        (count(*) filter (where v.binding = 'approve' and v.quality = 'approve'))::int as approvals
      ${closed} group by 1 order by decisions desc, 1`),
    // The first two verdicts of a submission are independent: neither reviewer saw the other's.
    orm.execute<EqualVerdicts>(sql`
      select count(*)::int as submissions, avg((binding[1] = binding[2])::int)::float8 as binding,
        avg((quality[1] = quality[2])::int)::float8 as quality
      from (
        select array_agg(v.binding order by v.created_at, v.id) as binding,
          array_agg(v.quality order by v.created_at, v.id) as quality
        ${closed} group by v.submission_id having count(*) > 1
      ) as several`),
  ]);
  return { reviewers, equal: equal[0] ?? { submissions: 0, binding: null, quality: null } };
}
