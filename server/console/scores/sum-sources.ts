import { type SQL, sql } from "drizzle-orm";
import type { SourceOrder } from "#lib/domain/sources.ts";
import { GROUPS } from "#lib/domain/track-record.ts";
import type { Database } from "#server/db/open.ts";

export interface SourceFilter {
  /** Name of a range of the time from the quoted forecast to the resolution date. */
  readonly horizon?: string | undefined;
  /** Selects questions with this tag, or with a submission that has it. */
  readonly tag?: string | undefined;
  /** Selects one source by its name or by an alias. */
  readonly name?: string | undefined;
  readonly order?: SourceOrder | undefined;
}

/** Sums of one source, after aliases were applied. Scores are means over questions. */
export interface SourceSums extends Record<string, unknown> {
  readonly source: string;
  /** Number of sources that the filter selects. */
  readonly total: number;
  readonly questions: number;
  readonly forecasts: number;
  readonly brier: number;
  readonly log: number;
  readonly uniformBrier: number;
  readonly uniformLog: number;
  /** Number of questions on which the source is compared with the gateway's forecasts, per random group of questions. */
  readonly groupQuestions: readonly number[] | null;
  /** Sums of the differences of log scores, the gateway's minus the source's, per random group of questions. */
  readonly groupDifferences: readonly number[] | null;
}

/** Returns the sums of the selected sources, in the filter's order. Omits questions that resolve after `now`. */
export async function sumSources(
  { orm }: Pick<Database, "orm">,
  now: Date,
  filter: SourceFilter,
  page: { readonly limit: number; readonly offset?: number },
): Promise<SourceSums[]> {
  const { horizon, order = "questions" } = filter;
  const isCounted = isSelected(now, filter);
  const isHorizon = horizon === undefined ? sql`true` : sql`horizon = ${horizon}`;
  const weight = horizon === undefined ? sql`weight` : sql`horizon_weight`;
  // Names joined by an alias use the second, slower part of each union. It removes forecasts quoted under several of
  // the names, and keeps the newest forecast of an input. The newest forecast is chosen before the horizon is applied:
  // a source is compared by its newest forecast, or not at all.
  const { rows } = await orm.execute<SourceSums>(sql`
    with joined as materialized (
      select alias as name from source_aliases where source is not null
      union select source from source_aliases where source is not null
    ), quotes as (
      select source, brier, log, cardinality(probabilities)::float8 as options, ${weight} as weight
      from source_scores s where ${isCounted} and ${isHorizon} and source not in (select name from joined)
      union all
      select ${LISTED}, min(brier), min(log), cardinality(probabilities), 1.0 / count(*) over (partition by question, ${LISTED})
      from ${joinedRows(sql`source_scores`)} and ${isCounted} and ${isHorizon}
      group by question, ${LISTED}, observed_at, probabilities
    ), sources as (
      select source, round(sum(weight))::int as questions, count(*)::int as forecasts,
        sum(weight * brier) / sum(weight) as brier, sum(weight * log) / sum(weight) as log,
        sum(weight * (1 - 1 / options)) / sum(weight) as "uniformBrier",
        sum(weight * ln(options)) / sum(weight) as "uniformLog"
      from quotes group by source
    ), newest as (
      select distinct on (question, ${LISTED}, input_id)
        ${LISTED} as source, question, horizon, own_log - log as difference
      from ${joinedRows(sql`source_pairs`)} and ${isCounted}
      order by question, ${LISTED}, input_id, observed_at desc, position desc
    ), paired as (
      select source, question, own_log - log as difference, ${weight} as weight
      from source_pairs s where ${isCounted} and ${isHorizon} and source not in (select name from joined)
      union all
      select source, question, difference, 1.0 / count(*) over (partition by question, source)
      from newest where ${isHorizon}
    ), groups as (
      select source, question % ${GROUPS} as bucket, round(sum(weight))::int as questions,
        sum(weight * difference) as difference
      from paired group by 1, 2
    ), differences as (
      select source, sum(difference) / sum(questions) as difference,
        array_agg(questions order by bucket) as "groupQuestions",
        array_agg(difference order by bucket) as "groupDifferences"
      from groups group by source
    )
    select s.*, count(*) over ()::int as total, d."groupQuestions", d."groupDifferences"
    from sources s left join differences d using (source)
    order by ${ORDERS[order]}, source limit ${page.limit} offset ${page.offset ?? 0}`);
  return rows;
}

/** The name under which a source is listed. */
const LISTED = sql`coalesce(a.source, s.source)`;

/** Returns the rows whose source is an alias or has an alias. The array makes PostgreSQL use the index on the source. */
function joinedRows(table: SQL): SQL {
  return sql`${table} s left join source_aliases a on a.alias = s.source
      where s.source = any(array(select name from joined))`;
}

const ORDERS: Readonly<Record<SourceOrder, SQL>> = {
  questions: sql`questions desc`,
  brier: sql`brier`,
  log: sql`log`,
  difference: sql`d.difference desc nulls last`,
  name: sql`lower(source)`,
};

function isSelected(now: Date, { tag, name }: SourceFilter): SQL {
  const conditions = [sql`s.counts_from <= ${now}`];
  if (tag !== undefined) {
    conditions.push(sql`s.question in (
      select number from scored_questions where task_id in (
        select subject_id from tags where tag = ${tag} and active
        union select task_id from submissions join tags on subject_id = id::text where tag = ${tag} and active
      )
    )`);
  }
  if (name !== undefined) {
    conditions.push(sql`s.source in (
      with listed as (select coalesce((select source from source_aliases where alias = ${name}), ${name}) as name)
      select name from listed
      union select alias from source_aliases join listed on source = name
    )`);
  }
  return sql.join(conditions, sql` and `);
}
