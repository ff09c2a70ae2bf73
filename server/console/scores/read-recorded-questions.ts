import type { Database } from "#server/db/open.ts";

/** Questions, and bytes of stored scores, after which a page ends. A page contains at least one question. */
const MAX_QUESTIONS = 250;
const MAX_BYTES = 400_000;
/** Average size of a stored score. */
const SCORE_BYTES = 400;

/**
 * Yields the questions with a confirmed outcome, except void ones, in the order of their task ids. Each text is a JSON
 * array of `RecordedQuestion`, which the database builds: parsing and serializing here would block the event loop. One
 * statement reads a question, so that its parts are consistent.
 */
export async function* readRecordedQuestions({ pool }: Pick<Database, "pool">): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const { rows } = await pool.query<{ json: string | null; last: string }>(PAGE, [after]);
    const [page] = rows;
    if (typeof page?.json !== "string") return;
    yield page.json;
    after = page.last;
  }
}

const FORECAST = object({
  ...{ requestId: "s.request_id", inputId: "s.input_id", version: "s.version", retrospective: "s.retrospective" },
  ...{ horizon: "s.horizon", origin: "s.origin", review: "s.review", reviewers: "s.reviewers", findings: "s.findings" },
  ...{ probabilities: "s.probabilities", brier: "s.brier", log: "s.log" },
  ...{ baseBrier: "s.base_brier", baseLog: "s.base_log", crowdBrier: "s.crowd_brier", crowdLog: "s.crowd_log" },
});

const CANDIDATE = object({
  ...{ predictionId: "s.prediction_id", version: "s.version", retrospective: "s.retrospective" },
  ...{ probabilities: "s.probabilities", brier: "s.brier", log: "s.log" },
});

const QUESTION = object({
  ...{
    taskId: "q.task_id",
    happened: "q.happened",
    order: "(select option_order from tasks t where t.task_id = q.task_id)",
    happenedAt: utc("q.happened_at"),
    countsFrom: utc("q.counts_from"),
  },
  tags: `(select coalesce(json_agg(tag order by tag collate "C"), '[]') from tags where task_id = q.task_id and active)`,
  ...{ forecasts: "coalesce(answers.forecasts, '[]')", candidates: "coalesce(answers.candidates, '[]')" },
  ...{ quotes: "q.quotes", worths: "q.worths" },
});

const PAGE = `
  select json_agg(${QUESTION} order by q.task_id)::text as json, max(q.task_id) as last
  from (
    select *, sum(size) over (order by task_id) - size as preceding from (
      select *, scored * ${SCORE_BYTES} + pg_column_size(quotes) + coalesce(pg_column_size(worths), 0) as size
      from scored_questions where option is not null and task_id > $1 order by task_id limit ${MAX_QUESTIONS}
    ) as next
  ) as q, lateral (
    select json_agg(${FORECAST} order by s.request_id) filter (where s.prediction_id is null) as forecasts,
      json_agg(${CANDIDATE} order by s.request_id) filter (where s.prediction_id is not null) as candidates
    from forecast_scores s where s.task_id = q.task_id
  ) as answers
  where q.preceding < ${MAX_BYTES}`;

/** Returns SQL of a JSON object with these fields. */
function object(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, column]) => `'${name}', ${column}`);
  return `json_build_object(${pairs.join()})`;
}

/** Returns SQL that formats a time like Date.toISOString(). */
function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
