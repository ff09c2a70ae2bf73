import { and, asc, eq, gt, lte } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { isRetrospective } from "#lib/domain/training-cutoff.ts";
import { findFindings } from "#lib/findings/find-findings.ts";
import { horizonOf } from "#lib/scores/horizon.ts";
import { type References, readReferences } from "#lib/scores/references.ts";
import { scoreForecast } from "#lib/scores/score-forecast.ts";
import { binOf } from "#lib/stats/reliability.ts";
import type { ScoredKind } from "#server/audit/archive/read-scores.ts";
import type { Event } from "#server/audit/log/event.ts";
import { resultOf } from "#server/audit/log/recorded-answer.ts";
import type { SequenceRange } from "#server/audit/log/sequence-range.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Drizzle } from "#server/db/open.ts";
import type { forecastScores } from "#server/db/outcome-schema.ts";
import { events } from "#server/db/schema.ts";
import { readInputs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type Quotes, readQuotes } from "#server/gateway/forecasts/read-quotes.ts";
import type { Model } from "#server/models/model.ts";
import { type Review, readReviews } from "./read-reviews.ts";

type ScoredEvent = Extract<Event, { readonly kind: ScoredKind }>;

export type ForecastScore = typeof forecastScores.$inferSelect;

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

/** Scores of the forecasts of a question, and of the candidate's answers. */
export interface ScoredQuestion {
  readonly forecasts: ScoredAnswers;
  readonly candidates: ScoredAnswers;
  /** The forecasts of other sources that the approved inputs quote. Empty for a void outcome. */
  readonly quotes: Quotes;
}

interface ScoredAnswers {
  /** Empty for a void outcome. `predictionId` is null for forecasts. */
  readonly scores: readonly (Omit<ForecastScore, "bucket"> & { readonly predictionId: string | null })[];
  /** Number of forecasts made before the outcome was decided. */
  readonly before: number;
  /** Number of forecasts made when the outcome was already decided. */
  readonly late: number;
  /** Sequence number of the last event read. */
  readonly last: number;
  /** Keys are those of keyOf(). */
  readonly inputs: ReadonlyMap<string, ReadInput>;
}

const NOTHING: ScoredAnswers = { scores: [], before: 0, late: 0, last: 0, inputs: new Map() };

const PAGE = 500;
/** Inputs are read in small batches: parsing one of 28 KB blocks the event loop for 3 ms. */
const INPUTS_AT_ONCE = 8;

/**
 * Scores the forecasts and the candidate's answers in the audit log that were made before the outcome was decided.
 * `earlier` is a previous result for the same outcome; only later events are then read.
 */
export async function scoreQuestion(
  context: ScoringContext,
  outcome: Happened,
  earlier?: ScoredQuestion,
): Promise<ScoredQuestion> {
  const { taskId, option } = outcome;
  const forecasts = await scoreAnswers(context, "prediction.answered", outcome, earlier?.forecasts ?? NOTHING);
  const known = { ...(earlier?.candidates ?? NOTHING), inputs: forecasts.inputs };
  const candidates = await scoreAnswers(context, "candidate.answered", outcome, known);
  const quotes = option === null ? new Map() : await readQuotes(context, taskId, earlier?.quotes);
  return { forecasts, candidates, quotes };
}

async function scoreAnswers(
  context: ScoringContext,
  kind: ScoredKind,
  { taskId, option, happenedAt, through }: Happened,
  earlier: ScoredAnswers,
): Promise<ScoredAnswers> {
  const { orm } = context;
  const task = (await readTasks(context, [taskId]))(taskId);
  const reviewed = await readReviews(orm, taskId);
  const inputs = new Map(earlier.inputs);
  const scores = [...earlier.scores];
  let { before, late, last } = earlier;
  for await (const { answers, end } of readForecasts(orm, kind, taskId, {
    above: last,
    upTo: through ?? Number.MAX_SAFE_INTEGER,
  })) {
    last = end;
    const timely = answers.filter(({ generated_at }) => new Date(generated_at) < happenedAt);
    before += timely.length;
    late += answers.length - timely.length;
    if (option === null) continue;
    await addInputs(context, task, timely, inputs);
    for (const event of timely) {
      const input = inputs.get(keyOf(event));
      if (input === undefined) throw new Error(`input ${event.input_id} does not exist`);
      scores.push(scoreOne(event, { task, option, happenedAt }, input, reviewed.get(event.input_id)));
    }
  }
  return { scores, before, late, last, inputs };
}

async function* readForecasts(orm: Drizzle, kind: ScoredKind, taskId: string, { above, upTo }: SequenceRange) {
  for (let last = above; ; ) {
    const rows = await orm
      .select({ seq: events.seq, body: events.body })
      .from(events)
      .where(and(eq(events.kind, kind), eq(events.taskId, taskId), gt(events.seq, last), lte(events.seq, upTo)))
      .orderBy(asc(events.seq))
      .limit(PAGE);
    const end = rows.at(-1)?.seq;
    if (end === undefined) return;
    yield { answers: rows.map(({ body }): ScoredEvent => JSON.parse(body.toString())), end };
    last = end;
  }
}

/** Data of an input. Read once, and used to score all forecasts by the release with the input and training cutoff. */
interface ReadInput {
  readonly isRetrospective: boolean;
  readonly asOf: Date | undefined;
  readonly references: References;
  readonly findings: readonly string[];
}

function keyOf({ release, input_id, training_cutoff = "" }: ScoredEvent): string {
  return `${release} ${input_id} ${training_cutoff}`;
}

async function addInputs(
  context: ScoringContext,
  task: Task,
  named: readonly ScoredEvent[],
  known: Map<string, ReadInput>,
) {
  const missing = new Map<string, ScoredEvent>();
  for (const event of named) {
    const key = keyOf(event);
    if (!known.has(key) && !missing.has(key)) missing.set(key, event);
  }
  const unread = [...missing.values()];
  for (let first = 0; first < unread.length; first += INPUTS_AT_ONCE) {
    const some = unread.slice(first, first + INPUTS_AT_ONCE);
    const input = await readInputs(
      context,
      some.map(({ input_id }) => input_id),
    );
    for (const event of some) known.set(keyOf(event), readInput(context, task, input(event.input_id), event));
  }
}

function readInput(
  { model }: ScoringContext,
  task: Task,
  input: PredictionInput,
  { release, generated_at, training_cutoff: trainingCutoff }: ScoredEvent,
): ReadInput {
  const usable = release === model.release ? model.unusable : undefined;
  const findings = findFindings({ model: release, task, input }, { now: generated_at, trainingCutoff, usable });
  return {
    isRetrospective: isRetrospective(input.as_of, trainingCutoff),
    asOf: storableInstant(input.as_of),
    references: readReferences({ task, input }),
    findings: [...new Set(findings.map(({ id }) => id))].sort(),
  };
}

interface Resolved {
  readonly task: Task;
  readonly option: string;
  readonly happenedAt: Date;
}

function scoreOne(
  event: ScoredEvent,
  { task, option, happenedAt }: Resolved,
  { asOf, references, findings, isRetrospective: retrospective }: ReadInput,
  review: Review | undefined,
): ScoredAnswers["scores"][number] {
  const { actor, request_id, task_id, input_id, generated_at, model_version } = event;
  const { probabilities, choice } = resultOf(event, task);
  // The contract requires a resolution date; without one, the score would count at once.
  const countsFrom = storableInstant(task.resolution.resolves_at) ?? happenedAt;
  const options = canonicalOptions(task);
  const order = review?.ordered === true ? review.options : undefined;
  const { brier, log, rps, uniform, baseRate, lastCrowd } = scoreForecast({ probabilities, order, references }, option);
  const given = [...event.probabilities];
  return {
    requestId: request_id,
    predictionId: event.kind === "candidate.answered" ? event.prediction_id : null,
    taskId: task_id,
    inputId: input_id,
    callerId: actor.id,
    generatedAt: new Date(generated_at),
    happenedAt,
    countsFrom,
    retrospective,
    version: model_version,
    horizon: horizonOf((countsFrom.getTime() - (asOf ?? countsFrom).getTime()) / 1_000),
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
