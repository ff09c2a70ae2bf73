import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { PredictionRequest, Task } from "#lib/contract/request.ts";
import { SCORED } from "#lib/domain/audit-events.ts";
import type { Origin } from "#lib/domain/submissions.ts";
import { REVIEW_HISTORIES, type ReviewHistory } from "#lib/domain/track-record.ts";
import { isRetrospective } from "#lib/domain/training-cutoff.ts";
import { findFindings } from "#lib/findings/find-findings.ts";
import { horizonOf } from "#lib/scores/horizon.ts";
import type { QuotingInput } from "#lib/scores/recorded-question.ts";
import { type References, readReferences } from "#lib/scores/references.ts";
import { lossOf } from "#lib/scores/score-forecast.ts";
import { binOf } from "#lib/stats/reliability.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { SequenceRange } from "#server/audit/log/read-events.ts";
import { resultOf } from "#server/audit/log/recorded-answer.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Drizzle } from "#server/db/open.ts";
import type { forecastScores } from "#server/db/outcome-schema.ts";
import { readPages } from "#server/db/read-pages.ts";
import { approvals, events, submissions } from "#server/db/schema.ts";
import { readInputs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { readQuotes } from "#server/gateway/forecasts/read-quotes.ts";
import type { Model } from "#server/models/model.ts";

type ScoredEvent = Extract<Event, { readonly kind: (typeof SCORED)[number] }> & { readonly seq: number };

type Score = typeof forecastScores.$inferInsert;

export interface ScoringContext {
  readonly orm: Drizzle;
  /** Lists the data that its own release ignores. For forecasts of another release, these findings are unknown. */
  readonly model: Pick<Model, "release" | "unusable">;
}

/** The fields of a confirmed outcome that scores depend on. */
export interface Happened {
  readonly taskId: string;
  /** Null for a void outcome. */
  readonly option: string | null;
  readonly happenedAt: Date;
  /** Sequence number of the last event to read. */
  readonly through?: number;
}

/** Scores of a question's forecasts and of the candidate's answers. A void outcome has no scores and no quotes. */
export interface ScoredQuestion {
  readonly countsFrom: Date;
  /** Index of the option that happened, in canonical order; null for a void outcome. */
  readonly happened: number | null;
  readonly scores: readonly Score[];
  /** Number of forecasts made before the outcome was decided. */
  readonly before: number;
  /** Number of forecasts made when the outcome was already decided. */
  readonly late: number;
  /** Sequence number of the last event read. */
  readonly last: number;
  /** Keys are those of keyOf(). */
  readonly inputs: ReadonlyMap<string, ReadInput>;
  /** The forecasts of other sources that the approved inputs quote. */
  readonly quotes: readonly QuotingInput[];
}

const PAGE = 500;
/** Inputs are read in small batches: parsing one of 28 KB blocks the event loop for 3 ms. */
const INPUTS_AT_ONCE = 8;

/**
 * Scores the forecasts and the candidate's answers in the audit log that were made before the outcome was decided.
 * `earlier` is a previous result for the same outcome; only later events are then read.
 */
export async function scoreQuestion(
  context: ScoringContext,
  { taskId, option, happenedAt, through = Number.MAX_SAFE_INTEGER }: Happened,
  earlier?: ScoredQuestion,
): Promise<ScoredQuestion> {
  const { orm, model } = context;
  const task = (await readTasks(context, [taskId]))(taskId);
  const reviewed = await readReviews(orm, taskId);
  // The contract requires a resolution date; without one, the scores would count at once.
  const countsFrom = storableInstant(task.resolution.resolves_at) ?? happenedAt;
  const happened = option === null ? null : canonicalOptions(task).indexOf(option);
  const inputs = new Map(earlier?.inputs);
  const scores = [...(earlier?.scores ?? [])];
  let { before, late, last } = earlier ?? { before: 0, late: 0, last: 0 };
  for await (const answers of readAnswers(orm, taskId, { above: last, upTo: through })) {
    last = answers.at(-1)?.seq ?? last;
    const timely = answers.filter(({ generated_at }) => new Date(generated_at) < happenedAt);
    before += countForecasts(timely);
    late += countForecasts(answers) - countForecasts(timely);
    if (option === null || happened === null) continue;
    const unread = [...Map.groupBy(timely, keyOf)].flatMap(([key, [first]]) =>
      first === undefined || inputs.has(key) ? [] : [first],
    );
    for (let first = 0; first < unread.length; first += INPUTS_AT_ONCE) {
      const some = unread.slice(first, first + INPUTS_AT_ONCE);
      const ids = some.map(({ input_id }) => input_id);
      const input = await readInputs(context, ids);
      for (const event of some) {
        const request = { model: event.release, task, input: input(event.input_id) };
        inputs.set(keyOf(event), readInput(model, request, countsFrom, event, reviewed.get(event.input_id)));
      }
    }
    for (const event of timely) {
      const input = inputs.get(keyOf(event));
      if (input === undefined) throw new Error(`input ${event.input_id} does not exist`);
      scores.push({ taskId, option, happened, happenedAt, countsFrom, ...scoreOne(event, task, option, input) });
    }
  }
  const quotes = option === null ? [] : await readQuotes(context, taskId, earlier?.quotes);
  return { countsFrom, happened, scores, before, late, last, inputs, quotes };
}

function countForecasts(answers: readonly ScoredEvent[]): number {
  return answers.filter(({ kind }) => kind === "prediction.answered").length;
}

async function* readAnswers(orm: Drizzle, task: string, { above, upTo }: SequenceRange) {
  const { seq, body, kind, taskId } = events;
  const isAnswer = and(inArray(kind, [...SCORED]), eq(taskId, task), lte(seq, upTo));
  const pages = readPages<{ readonly seq: number; readonly body: Buffer }>((last) =>
    orm
      .select({ seq, body })
      .from(events)
      .where(and(isAnswer, gt(seq, last?.seq ?? above)))
      .orderBy(asc(seq))
      .limit(PAGE),
  );
  for await (const page of pages)
    yield page.map((row): ScoredEvent => ({ ...JSON.parse(row.body.toString()), seq: row.seq }));
}

/** Data of an input. Read once, and used to score all forecasts by the release with the input and training cutoff. */
interface ReadInput {
  readonly fields: Pick<Score, "retrospective" | "horizon" | "origin" | "review" | "reviewers" | "findings">;
  readonly references: References;
}

function keyOf({ release, input_id, training_cutoff = "" }: ScoredEvent): string {
  return `${release} ${input_id} ${training_cutoff}`;
}

function readInput(
  model: ScoringContext["model"],
  request: PredictionRequest,
  countsFrom: Date,
  { generated_at: now, training_cutoff: trainingCutoff }: ScoredEvent,
  review: Review | undefined,
): ReadInput {
  const usable = request.model === model.release ? model.unusable : undefined;
  const findings = findFindings(request, { now, trainingCutoff, usable });
  const asOf = storableInstant(request.input.as_of) ?? countsFrom;
  return {
    fields: {
      retrospective: isRetrospective(request.input.as_of, trainingCutoff),
      horizon: horizonOf((countsFrom.getTime() - asOf.getTime()) / 1_000),
      origin: review?.origin ?? null,
      review: review?.history ?? null,
      reviewers: [...(review?.reviewers ?? [])],
      findings: [...new Set(findings.map(({ id }) => id))].sort(),
    },
    references: readReferences(request),
  };
}

function scoreOne(event: ScoredEvent, task: Task, option: string, { fields, references }: ReadInput) {
  const { probabilities, choice } = resultOf(event, task);
  const [baseRate, lastCrowd] = [references.baseRate, references.lastCrowd].map((one) => one && lossOf(one, option));
  const isCandidate = event.kind === "candidate.answered";
  return {
    ...fields,
    ...lossOf(probabilities, option),
    requestId: event.request_id,
    predictionId: isCandidate ? event.prediction_id : null,
    inputId: event.input_id,
    callerId: isCandidate ? null : event.actor.id,
    generatedAt: new Date(event.generated_at),
    version: event.model_version,
    probabilities: [...event.probabilities],
    bins: event.probabilities.reduce((bits, one) => bits | (1 << binOf(one)), 0),
    choice,
    baseBrier: baseRate?.brier ?? null,
    baseLog: baseRate?.log ?? null,
    crowdBrier: lastCrowd?.brier ?? null,
    crowdLog: lastCrowd?.log ?? null,
  };
}

/** The review that first approved an input. */
interface Review {
  readonly origin: Origin;
  /** Ids of the reviewers who approved the input. */
  readonly reviewers: readonly string[];
  readonly history: ReviewHistory;
}

interface Verdict extends Record<string, unknown> {
  readonly submission_id: string;
  readonly reviewer_id: string;
  readonly binding: string;
  readonly quality: string;
  /** True for a verdict on a previous version of the submission. */
  readonly earlier: boolean;
}

/** Keys are input ids. */
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
    const reviewers = given.filter(({ earlier, quality }) => !earlier && quality === "approve");
    reviews.set(inputId, {
      origin: submission.origin,
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
