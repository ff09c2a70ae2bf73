import { sql } from "drizzle-orm";
import { TOTAL_NAMES, type Totals } from "#lib/scores/totals.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, scoreTotals } from "#server/db/outcome-schema.ts";
import { isInPart, type Part } from "./part-of-record.ts";

/** Totals of a part, and totals per random group of questions, from which the intervals are computed. */
export type TotalRow = Part &
  Groups &
  Totals & {
    /** In the dimension `early`: when the first of its scores counts. Otherwise null. */
    readonly countsFrom: Date | null;
  };

export interface Groups {
  readonly groupQuestions: readonly number[];
  readonly groupBrier: readonly number[];
  readonly groupLog: readonly number[];
}

export async function readTotals({ pool }: Database): Promise<TotalRow[]> {
  const sums = TOTAL_NAMES.map((name) => `sum("${scoreTotals[name].name}")::float8 as "${name}"`);
  const { rows } = await pool.query<TotalRow>(
    `select dimension, value, min(counts_from) as "countsFrom", ${sums.join()},
       array_agg(questions order by bucket) as "groupQuestions",
       array_agg(brier order by bucket) as "groupBrier",
       array_agg(log order by bucket) as "groupLog"
     from score_totals group by dimension, value`,
  );
  return rows;
}

export type Sums = Pick<Totals, "forecasts" | "questions" | "brier" | "log" | "forecastBrier" | "forecastLog">;

/** Returns the monthly totals of a part, computed from the scores: `score_totals` has months for all forecasts only. */
export async function readMonths({ orm }: Database, part: Part, now: Date): Promise<(Part & Groups & Sums)[]> {
  // Groups by question first, because `count(distinct)` would sort all forecasts.
  const questions = orm
    .select({
      bucket: forecastScores.bucket,
      countsFrom: forecastScores.countsFrom,
      forecasts: sql<number>`count(*)`.as("forecasts"),
      brier: sql<number>`avg(${forecastScores.brier})`.as("brier"),
      log: sql<number>`avg(${forecastScores.log})`.as("log"),
      forecastBrier: sql<number>`sum(${forecastScores.brier})`.as("forecast_brier"),
      forecastLog: sql<number>`sum(${forecastScores.log})`.as("forecast_log"),
    })
    .from(forecastScores)
    .where(isInPart(part, now))
    .groupBy(forecastScores.taskId, forecastScores.bucket, forecastScores.countsFrom)
    .as("questions");
  const rows = await orm
    .select({
      month: sql<string>`to_char(${questions.countsFrom} at time zone 'UTC', 'YYYY-MM')`.as("month"),
      forecasts: sql<number>`sum(${questions.forecasts})::int`,
      questions: sql<number>`count(*)::int`,
      brier: sql<number>`sum(${questions.brier})`,
      log: sql<number>`sum(${questions.log})`,
      forecastBrier: sql<number>`sum(${questions.forecastBrier})`,
      forecastLog: sql<number>`sum(${questions.forecastLog})`,
    })
    .from(questions)
    .groupBy(sql`1`, questions.bucket)
    .orderBy(sql`1`);
  return [...Map.groupBy(rows, (row) => row.month)].map(([value, groups]) => {
    const add = (name: keyof Sums) => groups.reduce((total, group) => total + group[name], 0);
    return {
      dimension: "month",
      value,
      forecasts: add("forecasts"),
      questions: add("questions"),
      brier: add("brier"),
      log: add("log"),
      forecastBrier: add("forecastBrier"),
      forecastLog: add("forecastLog"),
      groupQuestions: groups.map(({ questions }) => questions),
      groupBrier: groups.map(({ brier }) => brier),
      groupLog: groups.map(({ log }) => log),
    };
  });
}
