import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Origin } from "#lib/console/submissions.ts";
import { REVIEW_HISTORIES, type ReviewHistory } from "#lib/console/track-record.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { findFindings } from "#lib/findings/find-findings.ts";
import { horizonOf } from "#lib/scores/horizon.ts";
import { type References, readReferences } from "#lib/scores/references.ts";
import { scoreForecast } from "#lib/scores/score-forecast.ts";
import { probabilityOf } from "#lib/stats/distribution.ts";
import { binOf } from "#lib/stats/reliability.ts";
import { storableInstant } from "#server/infra/db/columns.ts";
import type { Drizzle } from "#server/infra/db/open.ts";
import type { forecastScores } from "#server/infra/db/outcome-schema.ts";
import { approvals, events, submissions } from "#server/infra/db/schema.ts";
import { type Answered, readAnswered } from "#server/services/forecasts/read-answered.ts";
import { readInputs, readTasks } from "#server/services/forecasts/read-content.ts";

export type ForecastScore = typeof forecastScores.$inferSelect;

/** A confirmed outcome, as far as scores depend on it. */
export interface Happened {
  readonly taskId: string;
  /** Null: void. */
  readonly option: string | null;
  readonly happenedAt: Date;
}

export interface ScoredQuestion {
  /** None by a void outcome. */
  readonly scores: readonly Omit<ForecastScore, "bucket">[];
  /** How many forecasts were made before the event, and how many when it was over. */
  readonly before: number;
  readonly late: number;
}

const PAGE = 500;

/** Scores every forecast of a question that was made before the event, from the audit log. */
export async function scoreQuestion(orm: Drizzle, { taskId, option, happenedAt }: Happened): Promise<ScoredQuestion> {
  const task = (await readTasks({ orm }, [taskId]))(taskId);
  const reviewed = await readReviews(orm, taskId);
  const inputs = new Map<string, ReadInput>();
  const scores: Omit<ForecastScore, "bucket">[] = [];
  let [before, late] = [0, 0];
  for await (const page of readForecasts(orm, taskId)) {
    const timely = page.filter(({ generated_at }) => new Date(generated_at) < happenedAt);
    before += timely.length;
    late += page.length - timely.length;
    if (option === null) continue;
    await addInputs(orm, task, timely, inputs);
    for (const event of timely) {
      const input = inputs.get(event.input_id);
      if (input === undefined) throw new Error(`there is no input ${event.input_id}`);
      scores.push(scoreOne(event, { task, option, happenedAt }, input, reviewed.get(event.input_id)));
    }
  }
  return { scores, before, late };
}

async function* readForecasts(orm: Drizzle, taskId: string): AsyncGenerator<Answered[]> {
  for (let last = 0; ; ) {
    const rows = await orm
      .select({ seq: events.seq, body: events.body })
      .from(events)
      .where(and(eq(events.kind, "prediction.answered"), eq(events.taskId, taskId), gt(events.seq, last)))
      .orderBy(asc(events.seq))
      .limit(PAGE);
    yield rows.map(({ body }) => readAnswered(body));
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
  }
}

/** What an input says, read once however many forecasts were made of it. */
interface ReadInput {
  readonly asOf: Date | undefined;
  readonly references: References;
  readonly findings: readonly string[];
}

async function addInputs(orm: Drizzle, task: Task, named: readonly Answered[], known: Map<string, ReadInput>) {
  const missing = named.filter(({ input_id }) => !known.has(input_id));
  const input = await readInputs(
    { orm },
    missing.map(({ input_id }) => input_id),
  );
  for (const event of missing) {
    if (!known.has(event.input_id)) known.set(event.input_id, readInput(task, input(event.input_id), event));
  }
}

function readInput(task: Task, input: PredictionInput, { release, generated_at }: Answered): ReadInput {
  const findings = findFindings({ model: release, task, input }, { now: generated_at });
  return {
    asOf: storableInstant(input.as_of),
    references: readReferences({ task, input }),
    findings: [...new Set(findings.map(({ id }) => id))].sort(),
  };
}

interface Event {
  readonly task: Task;
  readonly option: string;
  readonly happenedAt: Date;
}

function scoreOne(
  { request_id, task_id, input_id, generated_at, model_version, result }: Answered,
  { task, option, happenedAt }: Event,
  { asOf, references, findings }: ReadInput,
  review: Review | undefined,
): Omit<ForecastScore, "bucket"> {
  const { probabilities, choice } = result;
  const options = Object.keys(task.criteria).sort();
  const order = review?.ordered === true ? review.options : undefined;
  const { brier, log, rps, uniform, baseRate, lastCrowd } = scoreForecast({ probabilities, order, references }, option);
  const given = options.map((one) => probabilityOf(probabilities, one));
  return {
    requestId: request_id,
    taskId: task_id,
    inputId: input_id,
    generatedAt: new Date(generated_at),
    happenedAt,
    version: model_version,
    horizon: horizonOf((happenedAt.getTime() - (asOf ?? happenedAt).getTime()) / 1_000),
    origin: review?.origin ?? null,
    review: review?.history ?? null,
    reviewers: [...(review?.reviewers ?? [])],
    findings: [...findings],
    probabilities: given,
    bins: given.reduce((bits, one) => bits | (1 << binOf(one)), 0),
    happened: options.indexOf(option),
    option,
    choice,
    brier,
    log,
    rps,
    uniformBrier: uniform.brier,
    uniformLog: uniform.log,
    baseBrier: baseRate?.brier ?? null,
    baseLog: baseRate?.log ?? null,
    crowdBrier: lastCrowd?.brier ?? null,
    crowdLog: lastCrowd?.log ?? null,
  };
}

/** The review by which an input was approved first. */
interface Review {
  readonly origin: Origin;
  readonly ordered: boolean;
  readonly options: readonly string[];
  /** The ids of those who approved the input. */
  readonly reviewers: readonly string[];
  readonly history: ReviewHistory;
}

interface Verdict extends Record<string, unknown> {
  readonly submission_id: string;
  readonly reviewer_id: string;
  readonly binding: string;
  readonly quality: string;
  /** Not of the submission itself, but of one that it revises. */
  readonly earlier: boolean;
}

/** By input id. */
async function readReviews(orm: Drizzle, taskId: string): Promise<ReadonlyMap<string, Review>> {
  const rows = await orm
    .select({ inputId: approvals.inputId, submission: submissions })
    .from(approvals)
    .innerJoin(submissions, eq(submissions.id, approvals.submissionId))
    .where(eq(approvals.taskId, taskId))
    .orderBy(asc(approvals.id));
  const { rows: verdicts } = await orm.execute<Verdict>(sql`
    with recursive lineage as (
      select id as submission_id, id, supersedes from submissions where task_id = ${taskId}
      union select l.submission_id, s.id, s.supersedes from submissions s join lineage l on s.id = l.supersedes
    )
    select l.submission_id, v.reviewer_id, v.binding, v.quality, l.id <> l.submission_id as earlier
    from lineage l join verdicts v on v.submission_id = l.id`);
  const reviews = new Map<string, Review>();
  for (const { inputId, submission } of rows) {
    if (reviews.has(inputId)) continue;
    const given = verdicts.filter(({ submission_id }) => submission_id === submission.id);
    const { origin, ordered, options } = submission;
    const reviewers = given.filter(({ earlier, quality }) => !earlier && quality === "approve");
    reviews.set(inputId, {
      origin,
      ordered,
      options,
      reviewers: reviewers.map(({ reviewer_id }) => reviewer_id).sort(),
      history: historyOf(given),
    });
  }
  return reviews;
}

function historyOf(given: readonly Verdict[]): ReviewHistory {
  const [atOnce, changed, rejected] = REVIEW_HISTORIES;
  const said = given.flatMap(({ binding, quality }) => [binding, quality]);
  if (said.includes("reject")) return rejected;
  return said.includes("changes") ? changed : atOnce;
}
