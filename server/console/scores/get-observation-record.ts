import type { WorthSum } from "#lib/scores/sum-worths.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { compareFindings, type FindingScores } from "./compare-findings.ts";
import { type Figure, figureOf } from "./compute-figure.ts";

/** Worth of the observations that have the same value in a dimension, over all questions of the track record. */
export interface ObservationWorth extends Pick<WorthSum, "dimension" | "value" | "observations" | "required"> {
  /** Number of questions that have a worth. */
  readonly questions: number;
  /** In nats: the mean over these questions. Null if there are none. */
  readonly worth: Figure | null;
}

export interface ObservationRecord {
  /** Sorted by dimension, most questions first. */
  readonly worths: readonly ObservationWorth[];
  /** Number of different sources, of which `worths` has at most `maxSources`. */
  readonly sources: number;
  readonly findings: readonly FindingScores[];
}

/** Each source has an interval, which takes a millisecond to compute. */
const MAX_SOURCES = 100;

/** Contains all questions whose resolution date has passed, except those that are retrospective or were not measured. */
export async function readObservationRecord(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  maxSources = MAX_SOURCES,
): Promise<ObservationRecord> {
  const at = now();
  const [rows, findings] = await Promise.all([readWorths(database, at), compareFindings(database, at)]);
  const sources = rows.filter(({ dimension }) => dimension === "source");
  const shown = [...rows.filter(({ dimension }) => dimension !== "source"), ...sources.slice(0, maxSources)];
  return { worths: shown.map(toWorth), sources: sources.length, findings };
}

interface Row extends Omit<ObservationWorth, "worth"> {
  readonly worth: number;
  /** Numbers per random group of questions, from which the intervals are computed. */
  readonly groupQuestions: readonly number[];
  readonly groupWorth: readonly number[];
}

async function readWorths({ pool }: Database, now: Date): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `with groups as (
       select dimension, lower(value) as name, min(value) as value, bucket, count(worth)::int as questions,
         coalesce(sum(worth), 0) as worth, sum(observations) as observations, sum(required) as required
       from question_worths where counts_from <= $1 group by dimension, name, bucket
     )
     select dimension, min(value) as value, sum(questions)::int as questions, sum(worth) as worth,
       sum(observations)::int as observations, sum(required)::int as required,
       coalesce(array_agg(questions order by bucket) filter (where questions > 0), '{}') as "groupQuestions",
       coalesce(array_agg(worth order by bucket) filter (where questions > 0), '{}') as "groupWorth"
     from groups group by dimension, name order by dimension, questions desc, name`,
    [now],
  );
  return rows;
}

function toWorth({ worth, groupQuestions, groupWorth, ...row }: Row): ObservationWorth {
  const { questions } = row;
  return { ...row, worth: questions === 0 ? null : figureOf(worth / questions, groupWorth, groupQuestions) };
}
