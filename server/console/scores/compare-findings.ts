import { and, eq, lte, sql } from "drizzle-orm";
import { bootstrapClusters } from "#lib/stats/bootstrap.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores } from "#server/db/outcome-schema.ts";
import { type Figure, RESAMPLES } from "./compute-figure.ts";

/** Mean log scores of forecasts with and without a finding. */
export interface FindingScores {
  readonly finding: string;
  readonly with: QuestionMean;
  readonly without: QuestionMean;
  /** The mean with the finding minus the mean without it. Above 0, forecasts with the finding were worse. */
  readonly difference: Figure | null;
}

interface QuestionMean {
  readonly questions: number;
  /** In nats, averaged over the forecasts of each question, then over questions. Null without questions. */
  readonly log: number | null;
}

/** Sums of the scores of a random group of questions. */
interface Group {
  readonly bucket: number;
  readonly questions: number;
  readonly log: number;
}

interface FindingGroup extends Group {
  readonly finding: string;
  /** The same questions, with all of their forecasts. */
  readonly allLog: number;
  /** Those of the questions that also have forecasts without the finding, with only these forecasts. */
  readonly mixedQuestions: number;
  readonly mixedLog: number;
}

/**
 * Compares the scores of the track record by finding, worst difference first. A question with some forecasts that have
 * the finding and some that do not is in both means.
 */
export async function compareFindings(database: Database, now: Date): Promise<FindingScores[]> {
  const { all, groups } = await readGroups(database, now);
  return [...Map.groupBy(groups, ({ finding }) => finding)]
    .map(([finding, having]) => compareFinding(finding, having, all))
    .sort((a, b) => (b.difference?.value ?? 0) - (a.difference?.value ?? 0));
}

function compareFinding(finding: string, having: readonly FindingGroup[], all: readonly Group[]): FindingScores {
  const clusters = all.map(({ bucket, questions, log }) => {
    const found = having.find((group) => group.bucket === bucket);
    const without = {
      questions: questions - (found?.questions ?? 0) + (found?.mixedQuestions ?? 0),
      log: log - (found?.allLog ?? 0) + (found?.mixedLog ?? 0),
    };
    return { cases: questions, sums: [found?.questions ?? 0, found?.log ?? 0, without.questions, without.log] };
  });
  const totalOf = (index: number) => clusters.reduce((total, { sums }) => total + (sums[index] ?? 0), 0);
  const [n, log, otherN, otherLog] = [totalOf(0), totalOf(1), totalOf(2), totalOf(3)];
  const value = differenceOf([n, log, otherN, otherLog]);
  const interval = bootstrapClusters(clusters, differenceOf, { resamples: RESAMPLES }) ?? null;
  return {
    finding,
    with: toMean(n, log),
    without: toMean(otherN, otherLog),
    difference: value === undefined ? null : { value, interval },
  };
}

/** Also accepts means over any number of cases, because the number cancels out. */
function differenceOf([n = 0, log = 0, otherN = 0, otherLog = 0]: readonly number[]): number | undefined {
  return n === 0 || otherN === 0 ? undefined : log / n - otherLog / otherN;
}

function toMean(questions: number, log: number): QuestionMean {
  return { questions, log: questions === 0 ? null : log / questions };
}

async function readGroups({ orm }: Database, now: Date): Promise<{ all: Group[]; groups: FindingGroup[] }> {
  const scores = forecastScores;
  const isCounted = and(lte(scores.countsFrom, now), eq(scores.retrospective, false));
  const questions = sql`select task_id, bucket, count(*) as n, sum(log) as s from ${scores} where ${isCounted} group by 1, 2`;
  const [{ rows: all }, { rows: groups }] = await Promise.all([
    orm.execute<Group & Record<string, unknown>>(sql`
      select bucket, count(*)::int as questions, sum(s / n) as log from (${questions}) q group by 1 order by 1`),
    orm.execute<FindingGroup & Record<string, unknown>>(sql`
      with q as (${questions}), f as (
        select task_id, finding, count(*) as n, sum(log) as s
        from ${scores}, unnest(findings) as finding where ${isCounted} group by 1, 2
      )
      select finding, bucket, count(*)::int as questions, sum(f.s / f.n) as log, sum(q.s / q.n) as "allLog",
        (count(*) filter (where q.n > f.n))::int as "mixedQuestions",
        coalesce(sum((q.s - f.s) / nullif(q.n - f.n, 0)), 0) as "mixedLog"
      from f join q using (task_id) group by 1, 2 order by 1, 2`),
  ]);
  return { all, groups };
}
