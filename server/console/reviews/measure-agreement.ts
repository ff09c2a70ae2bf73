import { and, count, desc, eq, ne, sql } from "drizzle-orm";
import type { JUDGED, Verdict } from "#lib/domain/reviews.ts";
import { agreementOf } from "#lib/stats/cohen-kappa.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { nameActors } from "#server/db/name-actors.ts";
import { readWaiting } from "#server/db/review-times.ts";
import { submissions, verdicts } from "#server/db/schema.ts";

/** Agreement is measured on at most this many submissions with several verdicts, the newest ones. */
const MAX_SUBMISSIONS = 5_000;

/**
 * Returns the reviewers' decisions, times and agreement, and the oldest open submission. Excludes verdicts on open
 * submissions, which are still confidential.
 */
export async function readAgreement({ database, now }: Pick<ConsoleContext, "database" | "now">) {
  const { orm } = database;
  const { submissionId, reviewerId, binding, quality, createdAt, id } = verdicts;
  const isClosed = and(eq(submissions.id, submissionId), ne(submissions.status, "submitted"));
  /** Approves both the binding and the quality. */
  const approves = sql`${binding} = 'approve' and ${quality} = 'approve'`;
  const week = sql`to_char(${createdAt} at time zone 'UTC', '"Week "IYYY-"W"IW')`;
  const ms = sql`1000 * extract(epoch from ${createdAt} - ${submissions.createdAt})`;
  const [counts, { rows: times }, waiting, given] = await Promise.all([
    orm
      .select({ reviewerId, decisions: count(), approvals: sql<number>`(count(*) filter (where ${approves}))::int` })
      .from(verdicts)
      .innerJoin(submissions, isClosed)
      .groupBy(reviewerId)
      .orderBy(desc(count()), reviewerId),
    // Times from submission to verdict in the last eight weeks, by reviewer and by ISO week in UTC.
    orm.execute<{ of: string | null; decisions: number; medianMs: number; longMs: number }>(sql`
      select coalesce(${week}, ${reviewerId}) as of, count(*)::int as decisions,
        percentile_cont(0.5) within group (order by ${ms}) as "medianMs",
        percentile_cont(0.9) within group (order by ${ms}) as "longMs"
      from ${verdicts} join ${submissions} on ${isClosed} and ${submissions.origin} <> 'first_start'
      where ${createdAt} >= date_trunc('week', ${now().toISOString()}::timestamptz, 'UTC') - interval '1176 hours'
      group by grouping sets ((), (${reviewerId}), (${week})) having count(*) > 0
      order by ${week} desc nulls first, decisions desc, of nulls first`),
    readWaiting(orm),
    orm
      .select({ submissionId, reviewerId, binding, quality })
      .from(verdicts)
      .innerJoin(submissions, isClosed)
      .where(
        sql`${submissionId} in (select v.submission_id from verdicts v group by 1 having count(*) > 1
          order by 1 desc limit ${MAX_SUBMISSIONS})`,
      )
      .orderBy(submissionId, createdAt, id),
  ]);
  const names = await nameActors(
    database,
    counts.map((row) => row.reviewerId),
  );
  const nameOf = (reviewer: string) => names.get(reviewer) ?? reviewer;
  const both = [...Map.groupBy(given, (row) => row.submissionId).values()].flatMap(firstTwo);
  const byPair = Map.groupBy(both, ([one, other]) => [one.reviewerId, other.reviewerId].join(" "));
  return {
    reviewers: counts.map((row) => ({ ...row, name: nameOf(row.reviewerId) })),
    /** First all reviewers, then each reviewer, then each week. */
    times: times.map(({ of, ...time }) => ({ ...time, label: of === null ? "All reviewers" : nameOf(of) })),
    ...isoDates(waiting),
    /** Agreement of the first two verdicts on each submission, which are given independently. */
    overall: judgedAgreement(both),
    /** Agreement of each pair of reviewers; pairs with the most submissions in common come first. */
    pairs: [...byPair.values()]
      .sort((a, b) => b.length - a.length)
      .flatMap((pair) => {
        const [first] = pair;
        if (first === undefined) return [];
        const [one, other] = first;
        return [{ names: [nameOf(one.reviewerId), nameOf(other.reviewerId)] as const, ...judgedAgreement(pair) }];
      }),
  };
}

interface Given {
  readonly reviewerId: string;
  readonly binding: Verdict;
  readonly quality: Verdict;
}

/**
 * Returns the first two verdicts, sorted by reviewer id. Cohen's kappa distinguishes the two raters, so each pair of
 * reviewers must always be in the same order.
 */
function firstTwo([first, second]: readonly Given[]): (readonly [Given, Given])[] {
  if (first === undefined || second === undefined) return [];
  return [first.reviewerId < second.reviewerId ? [first, second] : [second, first]];
}

function judgedAgreement(pairs: readonly (readonly [Given, Given])[]) {
  const of = (name: (typeof JUDGED)[number]) => agreementOf(pairs.map(([one, other]) => [one[name], other[name]]));
  return { binding: of("binding"), quality: of("quality") };
}
